//! Frames: a storyboard card in the film's size.

use async_trait::async_trait;
use rushes_core::{Fault, FaultClass};

use crate::draw::{self, Card};
use crate::{Error, FrameMaker, FrameRequest, MadeFrame};

/// Draws a card for each frame.
#[derive(Debug)]
pub(crate) struct AnimaticFrames;

#[async_trait]
impl FrameMaker for AnimaticFrames {
    fn name(&self) -> &str {
        "animatic"
    }

    async fn make(&self, request: &FrameRequest) -> Result<MadeFrame, Fault> {
        let request = request.clone();
        tokio::task::spawn_blocking(move || draw_card(&request))
            .await
            .map_err(|error| Fault::new(FaultClass::Task, format!("draw a card: {error}")))?
            .map_err(Error::into_fault)
    }

    async fn examine(&self) -> Result<String, Fault> {
        let facts = tokio::task::spawn_blocking(draw::fonts)
            .await
            .map_err(|error| Fault::new(FaultClass::Machine, format!("look for fonts: {error}")))?;
        Ok(format!("draws cards; {facts}"))
    }
}

fn draw_card(request: &FrameRequest) -> Result<MadeFrame, Error> {
    let card = Card {
        scenecode: request.scenecode.as_str(),
        tasktype: request.tasktype.as_str(),
        side: request.side,
        chapter: request.chapter,
        title: &request.title,
        prompt: &request.prompt,
        seed: request.seed,
    };
    let svg = draw::card(&card, request.width, request.height);
    let picture = draw::paint(&svg, request.width, request.height)?;
    let name = format!("{}_{}.png", rushes_media::file_stem(&request.scenecode), request.side.as_str());
    let path = request.out_dir.join(name);
    draw::write_png(&picture, &path)?;
    Ok(MadeFrame { path, seed: request.seed })
}
