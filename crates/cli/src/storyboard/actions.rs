//! What happens to one person or to none in the demo film: how a shot begins, and how it goes on by its last frame.

use super::cast::{Both, both};

use Needs::{Anywhere, Indoors, Outdoors, Water};

/// Where an action can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    Anywhere,
    Indoors,
    Outdoors,
    Water,
    Rain,
}

/// An action: what the first frame shows, and the last.
pub(super) struct Action {
    pub(super) needs: Needs,
    pub(super) start: Both,
    pub(super) end: Both,
}

pub(super) const fn action(needs: Needs, zh: [&'static str; 2], en: [&'static str; 2]) -> Action {
    Action { needs, start: both(zh[0], en[0]), end: both(zh[1], en[1]) }
}

/// One person alone.
pub(super) static ALONE: [Action; 30] = [
    action(
        Outdoors,
        ["低头系紧鞋带", "站起身，望向街的尽头"],
        ["bending to tie a shoelace", "standing up and looking down the street"],
    ),
    action(
        Anywhere,
        ["推开一扇木门", "站在门口，眯眼看光"],
        ["pushing a wooden door open", "standing in the doorway, eyes narrowed at the light"],
    ),
    action(
        Anywhere,
        ["数着手心里的硬币", "合上手掌，点了点头"],
        ["counting coins in one palm", "closing the hand with a nod"],
    ),
    action(
        Anywhere,
        ["对着窗玻璃理头发", "看见玻璃里的街，怔住"],
        ["smoothing hair in a window pane", "seeing the street in the glass and going still"],
    ),
    action(
        Anywhere,
        ["提着一盏没点的灯走来", "把灯挂上钩子，灯亮了"],
        ["coming along with an unlit lamp", "hanging it on its hook, the lamp now lit"],
    ),
    action(
        Anywhere,
        ["拆开一封信", "把信贴在胸口，抬起头"],
        ["opening a letter", "holding the letter to the chest, looking up"],
    ),
    action(
        Anywhere,
        ["端着热碗，吹散热气", "喝下一口，眉头松开"],
        ["blowing the steam off a bowl", "after the first sip, the brow at ease"],
    ),
    action(
        Outdoors,
        ["蹲下看石缝里的小草", "用手指轻轻护住它"],
        ["crouching by a weed between the stones", "shielding it with two fingers"],
    ),
    action(
        Indoors,
        ["在旧本子上写字", "停笔，望着窗外出神"],
        ["writing in an old notebook", "the pen stopped, eyes out of the window"],
    ),
    action(
        Anywhere,
        ["把一把旧伞撑开", "光从伞面的补丁透下来"],
        ["opening an old umbrella", "light falling through the patch in its cloth"],
    ),
    action(
        Anywhere,
        ["靠着墙闭目养神", "听见什么，慢慢睁眼"],
        ["resting against a wall, eyes closed", "hearing something, eyes slowly opening"],
    ),
    action(
        Indoors,
        ["踮脚去够高处的盒子", "抱着盒子，吹去灰尘"],
        ["on tiptoe, reaching for a box", "holding the box and blowing off its dust"],
    ),
    action(
        Anywhere,
        ["拧干一块毛巾", "把毛巾搭上肩，舒一口气"],
        ["wringing out a towel", "towel over the shoulder, breathing out"],
    ),
    action(
        Anywhere,
        ["握着扶手上楼梯", "在转角回头看来路"],
        ["climbing the stairs by the rail", "turning at the landing to look back"],
    ),
    action(
        Anywhere,
        ["对着怀里的包裹犹豫", "把包裹轻轻放在门槛上"],
        ["hesitating with a parcel held close", "setting the parcel down on the doorstep"],
    ),
    action(
        Indoors,
        ["咬着线头穿针", "线穿过去了，嘴角一动"],
        ["wetting a thread for the needle", "the thread through, a small smile"],
    ),
    action(
        Outdoors,
        ["低头扫地上的落叶", "拄着扫帚看叶子又落下"],
        ["sweeping fallen leaves", "leaning on the broom as another leaf comes down"],
    ),
    action(
        Indoors,
        ["把耳朵贴近木箱", "惊喜地掀开箱盖"],
        ["with one ear to a wooden chest", "lifting its lid in delight"],
    ),
    action(
        Anywhere,
        ["背对镜头站着不动", "缓缓转过身来"],
        ["standing still, back to the camera", "slowly turned to face us"],
    ),
    action(
        Anywhere,
        ["剥一只橘子", "把一瓣橘子举到光里"],
        ["peeling a tangerine", "holding one piece up to the light"],
    ),
    action(Anywhere, ["合上一本厚书", "把书放进怀里抱紧"], ["closing a heavy book", "hugging the book"]),
    action(
        Anywhere,
        ["擦拭一只铜铃", "轻轻一摇，侧耳听"],
        ["polishing a brass bell", "ringing it once, head tilted to listen"],
    ),
    action(
        Outdoors,
        ["走过一面斑驳的墙", "停下，用指尖摸墙上的刻痕"],
        ["walking along a peeling wall", "stopped, fingertips on a scratch in the wall"],
    ),
    action(
        Outdoors,
        ["坐在台阶上等人", "站起来，朝远处挥手"],
        ["waiting on the steps", "on both feet, waving at someone far off"],
    ),
    action(
        Outdoors,
        ["把围巾绕上一圈", "半张脸藏进围巾，只露出眼睛"],
        ["winding a scarf once round", "half the face hidden, only the eyes showing"],
    ),
    action(
        Anywhere,
        ["点燃一支蜡烛", "用手护着火苗往前走"],
        ["lighting a candle", "walking on, a hand round the flame"],
    ),
    action(
        Indoors,
        ["揉着一团面", "把面拉成长长的线"],
        ["kneading a ball of dough", "pulling the dough into long threads"],
    ),
    action(
        Indoors,
        ["翻找抽屉", "找到一张旧车票，愣住"],
        ["searching a drawer", "finding an old ticket, quite still"],
    ),
    action(
        Outdoors,
        ["推着自行车走", "跨上车，用力一蹬"],
        ["walking a bicycle", "swinging up and pushing off hard"],
    ),
    action(
        Outdoors,
        ["双手插兜，慢慢走", "忽然笑了，加快脚步"],
        ["strolling with hands in pockets", "suddenly smiling and walking faster"],
    ),
];

/// A place without people.
pub(super) static EMPTY: [Action; 22] = [
    action(
        Outdoors,
        ["空无一人，一扇窗还黑着", "那扇窗亮起灯"],
        ["nobody there, one window dark", "that window lit"],
    ),
    action(
        Outdoors,
        ["一只橘猫蹲在墙头", "猫跳下墙，只剩尾巴的影子"],
        ["an orange cat on the wall", "the cat gone down, only the shadow of its tail"],
    ),
    action(
        Outdoors,
        ["招牌静静垂着", "风起，招牌微微转动"],
        ["a shop sign hanging still", "a breeze, the sign turning a little"],
    ),
    action(
        Indoors,
        ["一排凳子倒扣在桌上", "凳子放下，桌面摆好碗筷"],
        ["stools upside down on the tables", "stools down, bowls and chopsticks laid"],
    ),
    action(
        Anywhere,
        ["门关着，门缝透出光", "门开了一半，光铺到地上"],
        ["a closed door with light at its edge", "the door half open, light across the ground"],
    ),
    action(
        Outdoors,
        ["地上有半行脚印", "脚印延伸到画面尽头"],
        ["half a line of footprints", "the footprints run to the end of the frame"],
    ),
    action(
        Outdoors,
        ["竹竿上晾着一件蓝衣", "蓝衣被风吹起，像要飞走"],
        ["a blue shirt on a bamboo pole", "the shirt lifted by the wind as if to fly"],
    ),
    action(
        Water,
        ["水面平静，倒影完整", "一圈涟漪把倒影揉碎"],
        ["still water, a whole reflection", "one ripple breaking the reflection"],
    ),
    action(
        Outdoors,
        ["钟面特写，指针差一分整点", "指针合上整点，鸽子飞起"],
        ["the clock face, one minute to the hour", "the hour, pigeons rising"],
    ),
    action(
        Indoors,
        ["炉火还暗着", "炉火旺起来，水开始冒汽"],
        ["the stove is dark", "the fire up, the kettle starting to steam"],
    ),
    action(
        Outdoors,
        ["空轨道在弯道处发亮", "电车的车头出现在弯道"],
        ["empty rails shining in the bend", "the front of a tram in the bend"],
    ),
    action(
        Anywhere,
        ["一桶花刚放下，还带着水", "花瓣上的水珠滑落"],
        ["a bucket of flowers just set down", "a drop sliding off a petal"],
    ),
    action(
        Anywhere,
        ["旧报纸贴在墙上", "报纸一角被风掀开，露出旧画"],
        ["old newspaper pasted on a wall", "one corner lifted, an old painting below"],
    ),
    action(
        Outdoors,
        ["灯笼还没有点", "灯笼次第亮起，连成一线"],
        ["unlit lanterns in a row", "the lanterns lit one after another, a single line"],
    ),
    action(
        Outdoors,
        ["云影停在屋顶上", "云影滑过屋顶，瓦片亮起来"],
        ["a cloud's shadow on the roofs", "the shadow slid away, the tiles bright"],
    ),
    action(
        Anywhere,
        ["一把伞靠在墙边", "伞滑倒，滚了半圈"],
        ["an umbrella leaning on a wall", "the umbrella fallen, half a turn on its side"],
    ),
    action(
        Indoors,
        ["桌上一杯茶，茶叶还浮着", "茶叶沉到杯底，热气散尽"],
        ["a cup of tea, its leaves afloat", "the leaves at the bottom, the steam gone"],
    ),
    action(
        Indoors,
        ["窗台上两只麻雀", "麻雀飞走，窗帘轻轻晃"],
        ["two sparrows on a sill", "the sparrows gone, the curtain stirring"],
    ),
    action(
        Outdoors,
        ["远山只剩一道轮廓", "山后透出一层光"],
        ["far hills, only an outline", "a layer of light behind the hills"],
    ),
    action(
        Outdoors,
        ["街道两侧的门板都上着", "门板一块块卸下，店铺亮出来"],
        ["all the shutters up along the street", "the shutters down one by one, the shops lit"],
    ),
    action(
        Outdoors,
        ["秋千静止", "秋千自己轻轻荡起"],
        ["a swing at rest", "the swing moving slightly by itself"],
    ),
    action(
        Outdoors,
        ["晾衣绳空空地横过天空", "绳上停了一排燕子"],
        ["an empty line across the sky", "a row of swallows on the line"],
    ),
];
