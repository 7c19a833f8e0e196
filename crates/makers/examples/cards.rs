//! Draws cards to look at: `cargo run --release -p rushes-makers --example cards -- FOLDER [WIDTH HEIGHT]`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rushes_core::{FrameSide, Scenecode, TaskType};
use rushes_makers::{FrameRequest, MakerSettings, frame_maker};

const SHOTS: [(&str, &str, &str); 8] = [
    (
        "character",
        "林晚",
        "林晚,二十六岁,深灰色风衣,短发被雨打湿,站在站台的灯下,望向镜头之外。中景,浅景深,暖色侧光,胶片颗粒。",
    ),
    (
        "location",
        "The signal box",
        "An abandoned signal box above the marsh, first light, mist between the poles.",
    ),
    (
        "scene",
        "重逢 Reunion",
        "两人在空荡的候车厅相遇,谁也没有先开口。窗外最后一班列车离站,玻璃上掠过一排排灯光;她把手里的旧怀表放在长椅上,转身离开。镜头缓慢推近怀表,秒针停在十一点四十七分。低饱和度,青橙对比,变形宽银幕,安静的长镜头,地面有水渍反光。",
    ),
    ("scene", "", "Two of them cross the salt flat at noon."),
    (
        "character",
        "The keeper",
        "The lighthouse keeper, seventy, weathered face, yellow oilskin, holding a brass lantern; he listens to something behind the door. Medium close-up, 85 mm, rim light from the left, grain, muted palette, rain on the window, the lamp swings slowly and throws long shadows over the charts on the wall. He does not turn round.",
    ),
    ("location", "旧城", "清晨的旧城屋顶,炊烟,远山。"),
    ("prop", "怀表", "一只停摆的旧怀表。The old watch."),
    ("location", "渡口 The ferry", "夜里的渡口没有人,只有一盏灯。水面很静。"),
];

#[expect(clippy::print_stderr, reason = "an example that tells its times")]
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let out_dir = PathBuf::from(args.next().ok_or("expected a folder")?);
    let width = args.next().map_or(Ok(640), |it| it.parse())?;
    let height = args.next().map_or(Ok(360), |it| it.parse())?;
    std::fs::create_dir_all(&out_dir)?;
    let maker = frame_maker("animatic", &MakerSettings::default())?;
    for (at, (tasktype, title, prompt)) in SHOTS.iter().enumerate() {
        for side in [FrameSide::First, FrameSide::Last] {
            let request = FrameRequest {
                scenecode: Scenecode::new(format!("SCN{:06}", 240 + at))?,
                tasktype: TaskType::new(*tasktype)?,
                side,
                chapter: 12,
                title: (*title).to_owned(),
                prompt: (*prompt).to_owned(),
                negative_prompt: String::new(),
                seed: at as u64,
                width,
                height,
                first_frame: None,
                refs: Vec::new(),
                claim_seq: 1,
                worker_id: "001".to_owned(),
                out_dir: out_dir.clone(),
                limit: Duration::from_secs(60),
            };
            let started = Instant::now();
            maker.make(&request).await?;
            eprintln!("{} {} {:?}", request.scenecode, side.as_str(), started.elapsed());
        }
    }
    Ok(())
}
