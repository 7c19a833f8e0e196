use super::*;

fn shot(state: &str) -> SheetShot {
    SheetShot {
        scenecode: format!("SCN-{state}"),
        tasktype: "scene".into(),
        first: Some("media/frames/001/SCN1_first.1-aa.png".into()),
        last: Some("media/frames/001/SCN1_last.1-aa.png".into()),
        clip: Some("media/clips/001/SCN1.1-aa.mp4".into()),
        prompt: "A street".into(),
        last_prompt: "The same street at night".into(),
        dialogue: "走吧".into(),
        reason: if state == "failed" { "no rain today".into() } else { String::new() },
        worker: "001".into(),
        state: state.into(),
        seconds: 2.5,
    }
}

fn sheet(shots: Vec<SheetShot>) -> Sheet {
    Sheet {
        title: "长街".into(),
        width: 640,
        height: 360,
        facts: vec![("shots".into(), "1,029".into())],
        film: Some("film.mp4".into()),
        chapters: vec![SheetChapter { number: 7, title: "雨夜".into(), shots }],
    }
}

#[test]
fn hostile_text_stays_text() {
    let evil = r#""><script>alert(1)</script><img src=x onerror='alert(2)'>&amp;"#.to_owned();
    let shot = SheetShot {
        scenecode: evil.clone(),
        tasktype: evil.clone(),
        first: Some(evil.clone()),
        last: Some("javascript:alert(3)".into()),
        clip: Some(evil.clone()),
        prompt: evil.clone(),
        last_prompt: evil.clone(),
        dialogue: evil.clone(),
        reason: evil.clone(),
        worker: evil.clone(),
        state: evil.clone(),
        seconds: 1.0,
    };
    let page = render(&Sheet {
        title: evil.clone(),
        facts: vec![(evil.clone(), evil.clone())],
        film: Some(evil.clone()),
        chapters: vec![SheetChapter { number: 1, title: evil, shots: vec![shot] }],
        ..Sheet::default()
    });
    assert_eq!(page.matches("<script").count(), 1);
    assert!(
        !page.contains("<img src=x")
            && !page.contains("javascript:")
            && !page.contains(r#""><"#.repeat(2).as_str())
    );
    assert!(page.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(page.contains(r#"src="javascript%3Aalert%283%29""#));
}

#[test]
fn a_shot_tells_what_it_shows_what_is_said_and_why_it_is_missing() {
    let page = render(&sheet(vec![shot("failed"), shot("done")]));
    for (words, times) in [("The same street at night</p>", 2), ("走吧</p>", 2), ("no rain today</p>", 1)] {
        assert_eq!(page.matches(words).count(), times, "{words}");
    }
}

#[test]
fn a_path_is_encoded_so_that_the_file_is_found() {
    for (path, expected) in [
        ("media/frames/001/SCN1_first.7-3fa9c2.png", "media/frames/001/SCN1_first.7-3fa9c2.png"),
        ("media/%E9%95%9C1_first.1-a.png", "media/%25E9%2595%259C1_first.1-a.png"),
        ("我的片子/a b#1?.mp4", "%E6%88%91%E7%9A%84%E7%89%87%E5%AD%90/a%20b%231%3F.mp4"),
        ("../media/x.png", "../media/x.png"),
        ("/mnt/nas/x y.png", "/mnt/nas/x%20y.png"),
        ("D:/film/x y.png", "file:///D:/film/x%20y.png"),
        ("data:text/html,x", "data%3Atext/html%2Cx"),
    ] {
        assert_eq!(address(path), expected);
    }
}

#[test]
fn nothing_is_loaded_before_it_is_looked_at_and_nothing_from_elsewhere() {
    let page = render(&sheet(vec![shot("done"), shot("failed")]));
    assert_eq!(page.matches("<img ").count(), 4);
    assert_eq!(page.matches(r#" width="640" height="360" loading="lazy""#).count(), 4);
    assert_eq!(page.matches("<video ").count(), 2);
    assert_eq!(page.matches(r#" preload="none" muted loop"#).count(), 2);
    assert!(
        !page.contains("http:")
            && !page.contains("https:")
            && !page.contains("url(")
            && !page.contains("<link")
    );
}

#[test]
fn a_state_shows_as_a_border_an_icon_and_a_word() {
    for (state, look) in [
        ("done", "done"),
        ("failed", "failed"),
        ("cancelled", "cancelled"),
        ("making", "making"),
        ("filming", "making"),
        ("frames", "waiting"),
        ("waiting", "waiting"),
    ] {
        let page = render(&sheet(vec![shot(state)]));
        assert!(page.contains(&format!(r#"<article class="shot {look}""#)), "{state}");
        let said = format!(
            r##"<span class="state {look}"><svg class="icon" aria-hidden="true"><use href="#icon-{look}"></use></svg>{state}</span>"##
        );
        assert!(page.contains(&said), "{state}");
        assert!(page.contains(&format!(r#"<symbol id="icon-{look}""#)), "{state}");
    }
}

#[test]
fn what_is_missing_is_said() {
    let bare = SheetShot { first: None, last: None, clip: None, ..shot("pending") };
    let page = render(&sheet(vec![bare]));
    assert!(page.contains("no first frame") && page.contains("no last frame"));
    assert!(!page.contains("<video") && !page.contains("<img") && !page.contains("<a class=\"pair\""));
}

#[test]
fn the_summary_counts_states_and_chapters_say_their_length() {
    let page = render(&sheet(vec![shot("done"), shot("failed"), shot("done")]));
    assert!(page.contains("</svg>2 done</a>") && page.contains("</svg>1 failed</a>"));
    assert!(page.contains("3 shots · 7.5 s"));
    assert!(page.contains("<dt>shots</dt><dd>1,029</dd>"));
    assert!(page.contains(r#"<a class="film" href="film.mp4">"#));
    let page = render(&sheet(vec![shot("done"); 26]));
    assert!(page.contains("26 shots · 1 min 5 s"));
}
