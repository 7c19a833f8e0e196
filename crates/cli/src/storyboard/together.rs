//! What happens between two people in the demo film.

use super::actions::Action;
use super::actions::Needs::{Anywhere, Indoors, Outdoors, Rain, Water};
use super::actions::action;

/// Two people; `{a}` and `{b}` are their names.
pub(super) static TOGETHER: [Action; 30] = [
    action(
        Indoors,
        ["{a}把一碗热汤推到{b}面前", "{b}双手捧起碗，{a}在对面坐下"],
        [
            "{a} slides a bowl of hot soup to {b}",
            "{b} lifts the bowl with both hands, {a} sits down opposite",
        ],
    ),
    action(
        Rain,
        ["{a}撑着伞走近淋湿的{b}", "两人并肩在伞下往前走"],
        ["{a} comes up with an umbrella to {b}", "the two walk on side by side under it"],
    ),
    action(
        Anywhere,
        ["{a}递过一封信，{b}没有接", "{b}接过信，{a}转过脸去"],
        ["{a} holds out a letter, {b} does not take it", "{b} has the letter, {a} looks away"],
    ),
    action(
        Outdoors,
        ["{a}和{b}各站街道一边", "{b}穿过街，走到{a}身旁"],
        ["{a} and {b} on two sides of the street", "{b} has crossed and stands beside {a}"],
    ),
    action(
        Outdoors,
        ["{a}指着远处，{b}顺着看去", "两人同时笑起来"],
        ["{a} points into the distance, {b} looks along", "both begin to laugh"],
    ),
    action(
        Indoors,
        ["{a}为{b}量肩宽", "{b}张开双臂，{a}记下尺寸"],
        ["{a} measures {b} across the shoulders", "{b} with arms spread, {a} notes the figure"],
    ),
    action(
        Anywhere,
        ["{a}蹲下替{b}系鞋带", "{b}把手搭在{a}的肩上"],
        ["{a} kneels to tie the shoelace of {b}", "{b} rests a hand on the shoulder of {a}"],
    ),
    action(
        Indoors,
        ["{a}和{b}隔着柜台说话", "{a}从柜台下拿出一只木盒，{b}俯身看"],
        ["{a} and {b} talk across a counter", "{a} brings out a wooden box, {b} leans in"],
    ),
    action(
        Outdoors,
        ["{a}拉着{b}的袖子往前跑", "两人停在转角，喘着气"],
        ["{a} pulls {b} along by the sleeve", "both stopped at the corner, out of breath"],
    ),
    action(
        Anywhere,
        ["{a}背对{b}坐着", "{b}把一件外衣披在{a}肩上"],
        ["{a} sits with back turned to {b}", "{b} lays a coat round the shoulders of {a}"],
    ),
    action(
        Anywhere,
        ["{a}抬着箱子一头，{b}抬着另一头", "箱子放下，两人对视一笑"],
        ["{a} at one end of a chest, {b} at the other", "the chest is down, the two exchange a smile"],
    ),
    action(
        Anywhere,
        ["{a}把一本书塞给{b}", "{b}翻开书，里面夹着一朵干花"],
        ["{a} presses a book on {b}", "{b} has opened it on a pressed flower"],
    ),
    action(
        Anywhere,
        ["{a}在下棋，{b}在旁边看", "{b}伸手替{a}走了一步"],
        ["{a} over a chessboard, {b} looks on", "{b} reaches in and makes the move for {a}"],
    ),
    action(
        Anywhere,
        ["{a}站在凳上挂灯笼，{b}扶着凳子", "灯笼亮了，光照着两人的脸"],
        ["{a} on a stool hanging a lantern, {b} holds the stool", "the lantern is lit, light on both faces"],
    ),
    action(
        Outdoors,
        ["{a}与{b}擦肩而过", "走出几步，两人同时回头"],
        ["{a} and {b} pass each other", "a few steps on, both turn round"],
    ),
    action(
        Indoors,
        ["{a}教{b}握笔", "{b}自己写下第一笔，{a}松开手"],
        ["{a} guides the hand of {b} on a brush", "{b} makes the first stroke, {a} has let go"],
    ),
    action(
        Anywhere,
        ["{a}剥开烤红薯，分成两半", "{b}接过一半，烫得直换手"],
        ["{a} breaks a baked sweet potato in two", "{b} has one half, passing it from hand to hand"],
    ),
    action(
        Anywhere,
        ["{a}举起旧照片，对着{b}比看", "{b}低头，{a}慢慢放下照片"],
        ["{a} holds up an old photograph beside {b}", "{b} looks down, {a} lowers it slowly"],
    ),
    action(
        Anywhere,
        ["{a}哼起一支老歌，{b}站在人后", "{b}轻轻跟着打拍子，{a}抬眼看见"],
        ["{a} begins to hum an old song, {b} at the back", "{b} beats time, {a} looks up and sees it"],
    ),
    action(
        Indoors,
        ["{a}把钥匙放在桌上", "{b}的手盖住钥匙，两人都没说话"],
        ["{a} puts a key on the table", "the hand of {b} over the key, neither speaks"],
    ),
    action(
        Water,
        ["{a}和{b}在船头撑篙", "船穿过桥洞，光重新落在身上"],
        ["{a} and {b} at the bow with a pole", "the boat out from the arch, light on them again"],
    ),
    action(
        Indoors,
        ["{a}替{b}包扎手指", "{b}动了动手指，{a}点头"],
        ["{a} bandages a finger of {b}", "{b} moves the finger, {a} nods"],
    ),
    action(
        Anywhere,
        ["{a}把花别在{b}胸前", "{b}低头闻花，{a}退后一步端详"],
        ["{a} pins a flower on {b}", "{b} bends to smell it, {a} steps back to look"],
    ),
    action(
        Anywhere,
        ["{a}敲门，{b}在门内犹豫", "门开了，两人隔着门槛对望"],
        ["{a} knocks, {b} hesitates inside", "the door is open, the two face each other across the sill"],
    ),
    action(
        Outdoors,
        ["{a}喂鸽子，{b}从远处走来", "鸽子飞起，两人之间一片翅膀"],
        ["{a} feeds the pigeons, {b} comes from afar", "the pigeons rise, a cloud of wings between the two"],
    ),
    action(
        Indoors,
        ["{a}在窗内，{b}在窗外", "两只手隔着玻璃合在一起"],
        ["{a} inside the window, {b} outside", "two hands meet on the glass"],
    ),
    action(
        Anywhere,
        ["{a}和{b}坐在电车最后一排", "{b}靠着窗睡着，{a}替{b}拉好衣领"],
        [
            "{a} and {b} in the last row of the tram",
            "{b} asleep at the window, {a} straightens the collar of {b}",
        ],
    ),
    action(
        Indoors,
        ["{a}举着蜡烛，{b}找保险丝", "灯亮了，{a}吹灭蜡烛"],
        ["{a} holds a candle while {b} looks for the fuse", "the light is back, {a} blows the candle out"],
    ),
    action(
        Rain,
        ["{a}把伞递给{b}，自己退进雨檐", "{b}撑伞走远，回头招手"],
        [
            "{a} hands {b} an umbrella and steps back under the eaves",
            "{b} walks off below it, turning to wave",
        ],
    ),
    action(
        Anywhere,
        ["{a}和{b}一起推一扇沉重的门", "门推开，光涌进来"],
        ["{a} and {b} push at a heavy door", "the door gives, light pours in"],
    ),
];
