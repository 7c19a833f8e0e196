//! The people and the places of the demo film.

use super::actions::Needs::{self, Indoors, Outdoors, Water};

/// The same words in Chinese and English.
#[derive(Debug, Clone, Copy)]
pub(super) struct Both {
    pub(super) zh: &'static str,
    pub(super) en: &'static str,
}

pub(super) const fn both(zh: &'static str, en: &'static str) -> Both {
    Both { zh, en }
}

/// Somebody who lives in the street.
pub(super) struct Person {
    pub(super) name: Both,
    pub(super) look: Both,
}

const fn person(name: Both, look: Both) -> Person {
    Person { name, look }
}

pub(super) static PEOPLE: [Person; 12] = [
    person(
        both("林晚", "Lin Wan"),
        both(
            "二十七岁的修伞姑娘，齐耳短发，蓝布围裙",
            "an umbrella mender of twenty-seven, bobbed hair, blue cloth apron",
        ),
    ),
    person(
        both("老周", "Old Zhou"),
        both(
            "看钟楼的老人，灰棉袄，胸前挂着怀表",
            "the old keeper of the clock tower, grey padded coat, a pocket watch on his chest",
        ),
    ),
    person(
        both("阿宁", "A-Ning"),
        both(
            "十六岁的送信少年，红围巾，帆布邮包",
            "a boy of sixteen who carries the mail, red scarf, canvas bag",
        ),
    ),
    person(
        both("沈婆婆", "Granny Shen"),
        both(
            "卖豆浆的婆婆，银发挽髻，碎花袖套",
            "the soy milk seller, silver hair in a bun, flowered sleeves",
        ),
    ),
    person(
        both("顾白", "Gu Bai"),
        both("旧书店主人，圆框眼镜，米色毛衣", "owner of the old bookshop, round glasses, cream sweater"),
    ),
    person(
        both("小满", "Xiaoman"),
        both(
            "八岁的女孩，黄雨靴，手里一只纸风车",
            "a girl of eight, yellow rain boots, a paper windmill in her hand",
        ),
    ),
    person(
        both("何师傅", "Master He"),
        both(
            "面馆师傅，宽肩膀，白围裙沾着面粉",
            "the noodle cook, broad shoulders, flour on his white apron",
        ),
    ),
    person(
        both("苏青", "Su Qing"),
        both(
            "裁缝，墨绿旗袍，软尺搭在肩上",
            "a seamstress in a dark green qipao, a tape measure round her neck",
        ),
    ),
    person(
        both("秦川", "Qin Chuan"),
        both("电车司机，深蓝制服，铜扣擦得发亮", "the tram driver, dark blue uniform, bright brass buttons"),
    ),
    person(
        both("米拉", "Mila"),
        both(
            "拉手风琴的外乡人，褐色风衣，卷发",
            "a stranger with an accordion, brown trench coat, curly hair",
        ),
    ),
    person(
        both("许医生", "Doctor Xu"),
        both("中年医生，灰色长衫，袖口挽起", "a doctor in her forties, long grey gown, sleeves rolled up"),
    ),
    person(
        both("罗姨", "Aunt Luo"),
        both("花店主人，草帽，指间总有泥土", "the florist, straw hat, always some earth on her fingers"),
    ),
];

/// Somewhere in the street.
pub(super) struct Place {
    pub(super) name: Both,
    pub(super) has: Needs,
}

const fn place(has: Needs, zh: &'static str, en: &'static str) -> Place {
    Place { name: both(zh, en), has }
}

pub(super) static PLACES: [Place; 16] = [
    place(Outdoors, "街口的石牌坊", "the stone arch at the head of the street"),
    place(Outdoors, "钟楼下的小广场", "the small square below the clock tower"),
    place(Indoors, "挂满油纸伞的伞铺", "the umbrella shop hung with oiled paper"),
    place(Indoors, "书堆到天花板的旧书店", "the bookshop stacked to its ceiling"),
    place(Indoors, "冒着白汽的面馆", "the steaming noodle house"),
    place(Outdoors, "街角的豆浆摊", "the soy milk stall on the corner"),
    place(Outdoors, "老电车站", "the old tram stop"),
    place(Water, "三拱石桥", "the bridge of three arches"),
    place(Indoors, "裁缝铺的长案前", "the long table of the tailor's shop"),
    place(Outdoors, "门口摆满花桶的花店", "the florist's with its buckets of flowers"),
    place(Outdoors, "晾着被单的天台", "the roof where sheets are drying"),
    place(Outdoors, "只容两人并肩的窄巷", "the lane just wide enough for two"),
    place(Water, "河边的青石台阶", "the worn steps down to the river"),
    place(Indoors, "绿门的小邮局", "the little post office with the green door"),
    place(Outdoors, "褪了色的旧戏台", "the faded old stage"),
    place(Indoors, "飘着药香的诊所", "the clinic that smells of herbs"),
];
