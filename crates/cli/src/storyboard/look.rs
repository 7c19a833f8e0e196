//! The light, the lenses and the camera of the demo film, and what is said and told in it.

use super::cast::{Both, both};

/// When a chapter plays, and in which weather.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hour {
    Dawn,
    Morning,
    Noon,
    Afternoon,
    Dusk,
    Night,
    Rain,
    Fog,
    Snow,
}

/// What an hour looks like, and what the narrator says of it.
pub(super) struct Light {
    pub(super) looks: [Both; 3],
    pub(super) narration: Both,
}

impl Hour {
    pub(super) fn light(self) -> &'static Light {
        match self {
            Hour::Dawn => &DAWN,
            Hour::Morning => &MORNING,
            Hour::Noon => &NOON,
            Hour::Afternoon => &AFTERNOON,
            Hour::Dusk => &DUSK,
            Hour::Night => &NIGHT,
            Hour::Rain => &RAIN,
            Hour::Fog => &FOG,
            Hour::Snow => &SNOW,
        }
    }
}

static DAWN: Light = Light {
    looks: [
        both("天边一线鱼肚白，街灯未灭", "a pale line at the horizon, the street lamps still on"),
        both("清冷的蓝调晨光", "cold blue light before sunrise"),
        both("第一缕阳光擦过屋脊", "the first sun grazing the ridge tiles"),
    ],
    narration: both("天还没亮，长街已经醒了。", "It is not yet light, and the street is awake."),
};
static MORNING: Light = Light {
    looks: [
        both("斜射的晨光，空气里有细尘", "slanting morning light, fine dust in the air"),
        both("清亮的上午，影子很长", "a clear morning with long shadows"),
        both("阳光穿过蒸汽，暖而柔", "sun through steam, warm and soft"),
    ],
    narration: both(
        "上午的长街，人人都有事要做。",
        "In the morning everybody in the street has something to do.",
    ),
};
static NOON: Light = Light {
    looks: [
        both("正午顶光，影子缩在脚下", "light from straight above, shadows tucked underfoot"),
        both("明亮的天光，颜色饱满", "bright open sky, full colours"),
        both("阳光透过竹帘，落下一格一格", "sun through a bamboo blind, falling in bars"),
    ],
    narration: both("到了中午，连猫都躲进阴凉里。", "By noon even the cats have moved into the shade."),
};
static AFTERNOON: Light = Light {
    looks: [
        both("蜂蜜色的午后阳光", "honey-coloured afternoon sun"),
        both("窗格的影子斜在墙上", "window bars leaning across the wall"),
        both("柔和的散射光，安静", "soft diffused light, very quiet"),
    ],
    narration: both(
        "下午慢下来，像一壶刚泡开的茶。",
        "The afternoon slows down like tea that has just opened.",
    ),
};
static DUSK: Light = Light {
    looks: [
        both("橙红的晚霞映在窗上", "an orange sky in every window"),
        both("天色转蓝，灯一盏盏亮起", "the sky turning blue as lamps come on"),
        both("逆光，人影镶着金边", "backlight, figures edged with gold"),
    ],
    narration: both("黄昏把整条街染成一种颜色。", "Dusk dyes the whole street one colour."),
};
static NIGHT: Light = Light {
    looks: [
        both("暖黄灯泡，四周沉在暗里", "one warm bulb, darkness all around"),
        both("月光清白，屋檐投下深影", "white moonlight, deep shadow under the eaves"),
        both("灯笼的红光在石板上晃动", "red lantern light swaying on the flagstones"),
    ],
    narration: both(
        "夜里听得见河，也听得见心事。",
        "At night you can hear the river, and what is on your mind.",
    ),
};
static RAIN: Light = Light {
    looks: [
        both("细雨，石板路映着灯光", "fine rain, lamplight in the wet flagstones"),
        both("雨帘挂在屋檐前，灰绿色调", "a curtain of rain off the eaves, grey-green tones"),
        both("雨后的水洼里有天空的碎片", "pieces of sky in the puddles"),
    ],
    narration: both("一下雨，这条街就变短了。", "When it rains the street grows shorter."),
};
static FOG: Light = Light {
    looks: [
        both("浓雾，三步之外只剩轮廓", "thick fog, only outlines beyond three steps"),
        both("薄雾漫过屋顶，光线乳白", "thin mist over the roofs, milky light"),
        both("雾里一团团晕开的灯", "lamps blurred to soft balls in the fog"),
    ],
    narration: both("起雾的日子，声音比人先到。", "On foggy days a sound arrives before the person."),
};
static SNOW: Light = Light {
    looks: [
        both("大雪无风，天地一色", "windless snow, earth and sky the same white"),
        both("雪停了，暖窗映着冷街", "the snow has stopped, warm windows on a cold street"),
        both("雪花在灯下慢慢落", "flakes drifting down under a lamp"),
    ],
    narration: both("雪落下来，长街忽然没有了声音。", "The snow comes down and the street falls silent."),
};

pub(super) static CLOSE_LENSES: [Both; 5] = [
    both("85 毫米，近景，浅景深", "85 mm, close-up, shallow focus"),
    both("50 毫米，胸像，平视", "50 mm, head and shoulders, eye level"),
    both("特写，手部细节", "close on the hands"),
    both("侧面中近景，背景虚化", "medium close-up in profile, soft background"),
    both("微仰，半身", "half figure, slightly from below"),
];
pub(super) static WIDE_LENSES: [Both; 5] = [
    both("24 毫米，大全景", "24 mm, wide establishing shot"),
    both("35 毫米，对称构图", "35 mm, symmetrical frame"),
    both("从高处俯拍", "from high above"),
    both("贴近地面的低角度", "low angle near the ground"),
    both("透过前景的门框", "seen through a doorway"),
];
pub(super) static MIDDLE_LENSES: [Both; 5] = [
    both("35 毫米，双人中景", "35 mm, medium two-shot"),
    both("过肩镜头", "over the shoulder"),
    both("50 毫米，两人侧面相对", "50 mm, two profiles facing"),
    both("全身，前景有遮挡", "full figures past a soft foreground"),
    both("略俯，双手成为构图中心", "slightly from above, the hands at the centre"),
];

pub(super) static MOVES: [Both; 10] = [
    both("镜头缓慢推近", "slow push in"),
    both("镜头缓缓拉远", "slow pull back"),
    both("从左向右平移", "track from left to right"),
    both("从右向左平移", "track from right to left"),
    both("镜头轻轻上摇", "gentle tilt up"),
    both("镜头轻轻下摇", "gentle tilt down"),
    both("环绕四分之一圈", "a quarter orbit"),
    both("焦点由前景移到后景", "rack focus from front to back"),
    both("升降机缓缓升起", "slow crane up"),
    both("极慢的变焦", "a very slow zoom"),
];

/// Moves that need somebody to follow.
pub(super) static MOVES_WITH_PEOPLE: [Both; 3] = [
    both("固定机位，只有人物在动", "locked camera, only the people move"),
    both("手持微晃，跟随人物", "handheld, following with a slight sway"),
    both("与人物同速平移", "track alongside, keeping pace"),
];

pub(super) static LINES: [Both; 24] = [
    both("坐一会儿再走吧。", "Sit a while before you go."),
    both("你今天来得早。", "You are early today."),
    both("这个不收钱。", "No charge for this one."),
    both("我记得你小时候的样子。", "I remember you when you were small."),
    both("别急，慢慢说。", "Take your time. Tell me slowly."),
    both("钟又慢了两分钟。", "The clock is two minutes slow again."),
    both("那封信，你看了吗？", "That letter. Did you read it?"),
    both("趁热。", "While it is hot."),
    both("我以为你不回来了。", "I thought you were not coming back."),
    both("街那头是什么？", "What is at the other end of the street?"),
    both("修得好，就是要等。", "It can be mended. You will have to wait."),
    both("谢谢，我自己来。", "Thank you, I can manage."),
    both("今晚会有很多人。", "There will be many people tonight."),
    both("你听。", "Listen."),
    both("还差一点点。", "Nearly there."),
    both("替我留一盏灯。", "Leave a light on for me."),
    both("我走不了那么快。", "I cannot walk that fast."),
    both("这本书是谁的？", "Whose book is this?"),
    both("明天还来吗？", "Will you come tomorrow?"),
    both("不是丢了，是忘了。", "It was not lost. It was forgotten."),
    both("你笑起来像你妈妈。", "You have your mother's smile."),
    both("就到这里吧。", "This is far enough."),
    both("我都知道。", "I know all about it."),
    both("好，那就一起去。", "Good. Then we go together."),
];

pub(super) static NOT_WANTED: Both =
    both("文字，水印，多余的手指，变形", "text, watermark, extra fingers, distortion");
