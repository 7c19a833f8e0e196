use super::*;

/// Clocks go from 02:00 to 03:00 on 28 March 2027, and from 03:00 back to 02:00 on 31 October.
fn berlin() -> TimeZone {
    TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap()
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[test]
fn hours_are_read_and_said_again() {
    for (text, said) in [
        ("20:00-06:00", "20:00-06:00"),
        (" 8:05 - 9:00 ,20:00–24:00", "08:05-09:00, 20:00-24:00"),
        ("20：00-06：00，12:00~13:30", "20:00-06:00, 12:00-13:30"),
    ] {
        assert_eq!(Hours::parse(text).unwrap().to_string(), said);
    }
}

#[test]
fn what_is_no_window_is_refused_with_the_reason() {
    for (text, why) in [
        ("", "no window is named"),
        ("20:00", "a window is two times with `-` between them"),
        ("20-06", "a time is hours and minutes from 00:00 to 24:00"),
        ("20:00-24:01", "a time is hours and minutes from 00:00 to 24:00"),
        ("20:60-22:00", "a time is hours and minutes from 00:00 to 24:00"),
        ("24:00-06:00", "a window begins before 24:00"),
        ("06:00-06:00", "a window that begins when it ends is empty; for the whole day leave `hours` out"),
    ] {
        assert_eq!(Hours::parse(text).unwrap_err().why, why, "{text}");
    }
}

#[test]
fn a_night_crosses_midnight_and_ends_on_the_minute() {
    let (hours, zone) = (Hours::parse("20:00-06:00").unwrap(), TimeZone::UTC);
    for (now, open, change) in [
        ("2026-12-01T19:59:59Z", false, "2026-12-01T20:00:00Z"),
        ("2026-12-01T20:00:00Z", true, "2026-12-02T06:00:00Z"),
        ("2026-12-02T05:59:59Z", true, "2026-12-02T06:00:00Z"),
        ("2026-12-02T06:00:00Z", false, "2026-12-02T20:00:00Z"),
    ] {
        assert_eq!(hours.open_at(at(now), &zone), open, "{now}");
        assert_eq!(hours.next_change(at(now), &zone), Some(at(change)), "{now}");
    }
}

#[test]
fn windows_that_touch_are_one() {
    let hours = Hours::parse("18:00-24:00, 00:00-06:00, 03:00-05:00").unwrap();
    let now = at("2026-12-01T19:00:00Z");
    assert_eq!(hours.next_change(now, &TimeZone::UTC), Some(at("2026-12-02T06:00:00Z")));
    let always = Hours::parse("00:00-24:00").unwrap();
    assert!(always.open_at(now, &TimeZone::UTC));
    assert_eq!(always.next_change(now, &TimeZone::UTC), None);
}

#[test]
fn the_night_of_spring_is_an_hour_shorter() {
    let (hours, zone) = (Hours::parse("20:00-06:00").unwrap(), berlin());
    let evening = at("2027-03-27T19:00:00Z");
    assert_eq!(hours.next_change(evening, &zone), Some(at("2027-03-28T04:00:00Z")), "nine hours");
    // 02:30 never comes: the clock jumps over it, and the window is open from the jump on.
    let hours = Hours::parse("02:30-06:00").unwrap();
    assert!(!hours.open_at(at("2027-03-28T00:59:59Z"), &zone));
    assert_eq!(hours.next_change(at("2027-03-28T00:00:00Z"), &zone), Some(at("2027-03-28T01:00:00Z")));
    // A window inside the gap never opens that day.
    let hours = Hours::parse("02:10-02:50").unwrap();
    assert_eq!(hours.next_change(at("2027-03-28T00:00:00Z"), &zone), Some(at("2027-03-29T00:10:00Z")));
}

#[test]
fn the_hour_that_comes_twice_in_autumn_is_open_twice() {
    let (hours, zone) = (Hours::parse("02:00-02:30").unwrap(), berlin());
    let mut now = at("2027-10-30T22:00:00Z");
    let expected =
        ["2027-10-31T00:00:00Z", "2027-10-31T00:30:00Z", "2027-10-31T01:00:00Z", "2027-10-31T01:30:00Z"];
    for change in expected {
        now = hours.next_change(now, &zone).unwrap();
        assert_eq!(now, at(change));
    }
}

/// Walks minute by minute through both changes of the clock: no flip is missed, and none is made up.
#[test]
fn the_next_change_is_the_first_minute_that_differs() {
    let zone = berlin();
    for text in ["20:00-06:00", "02:30-03:30", "01:15-02:15, 02:45-03:10", "23:59-00:01"] {
        let hours = Hours::parse(text).unwrap();
        for day in ["2027-03-27T12:00:00Z", "2027-10-30T12:00:00Z"] {
            let minutes: Vec<Timestamp> = (0..36 * 60).map(|it| at(day) + it.minutes()).collect();
            for pair in minutes.windows(2) {
                let flips = hours.open_at(pair[0], &zone) != hours.open_at(pair[1], &zone);
                let told = hours.next_change(pair[0], &zone).is_some_and(|it| it <= pair[1]);
                assert_eq!(told, flips, "{text} at {}", pair[0]);
            }
        }
    }
}

#[test]
fn the_next_change_is_told_in_words() {
    let active = ActiveHours { hours: Hours::parse("20:00-06:00").unwrap(), zone: berlin() };
    let told = |now| active.at(at(now));
    assert_eq!(told("2026-12-01T23:00:00Z"), (true, "takes new work until 06:00 on Wednesday".to_owned()));
    let closed = "its hours are 20:00-06:00, it works again at 20:00 on Wednesday";
    assert_eq!(told("2026-12-02T05:00:00Z"), (false, closed.to_owned()));
}
