use super::*;

fn parse(typed: &str) -> Result<Selector, Failure> {
    Selector::parse(&[typed.to_owned()], &|it| it == "Scene 1: night, rain")
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|it| (*it).to_owned()).collect()
}

#[test]
fn words_are_read_as_one_question() {
    assert_eq!(parse("all").unwrap(), Selector::default());
    let one = parse("Scene 1: night, rain").unwrap();
    assert_eq!(one, Selector { codes: texts(&["Scene 1: night, rain"]), ..Selector::default() });
    let whole =
        parse("SCN1,镜头-2 SCN3 type:scene,character chapter:12-40,50 status:failed,held worker:PC-2");
    let expected = Selector {
        codes: texts(&["SCN1", "镜头-2", "SCN3"]),
        types: texts(&["scene", "character"]),
        chapters: vec![(12, 40), (50, 50)],
        statuses: texts(&["failed", "held"]),
        workers: texts(&["PC-2"]),
    };
    assert_eq!(whole.unwrap(), expected);
}

#[test]
fn what_is_wrong_is_said_with_what_is_known() {
    const CHAPTER: &str = "for example `chapter:12`, `chapter:12-40` or `chapter:1,3-5`";
    const VALUES: &str = "for example `type:scene,character` or `SCN1,SCN2`";
    for (typed, message, hint) in [
        ("kind:scene", "expected a known selector, got `kind:`", "known: type:, chapter:, status:, worker:"),
        (
            "status:broken",
            "expected a known status, got `broken`",
            "known: waiting, making, frames, filming, done, failed, cancelled, held",
        ),
        ("chapter:9-3", "expected a chapter like 12 or 12-40, got `9-3`", CHAPTER),
        ("chapter:one", "expected a chapter like 12 or 12-40, got `one`", CHAPTER),
        ("chapter:", "expected a value before and after each comma, got `chapter:`", VALUES),
        ("SCN1,,SCN2", "expected a value before and after each comma, got `SCN1,,SCN2`", VALUES),
        (
            "all SCN1",
            "expected `all` alone, got it beside other words",
            "leave `all` out: the other words say which shots",
        ),
        (
            "chapter:1 chapter:2",
            "expected `chapter:` once, got it twice",
            "several values are parted by commas: `chapter:A,B`",
        ),
    ] {
        let failure = parse(typed).unwrap_err();
        assert_eq!((failure.message.as_str(), failure.code), (message, 2), "{typed}");
        assert_eq!(failure.hint, hint, "{typed}");
    }
}
