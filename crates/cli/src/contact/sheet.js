(() => { "use strict";
  const find = (selector, inside = document) => inside.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const root = document.documentElement, shots = all(".shot"), density = find("#density"), viewer = find("#viewer");

  // How many shots stand in a row: by the width of the window, until somebody moves the slider.
  const show = (columns) => (find(".density output").value = density.value = columns);
  const choose = (columns) => { root.style.setProperty("--columns", columns); show(columns); };
  let chosen = null, rest, current = 0;
  try { chosen = localStorage.getItem("rushes-columns"); } catch { /* a browser may refuse to remember */ }
  const usual = () => chosen ?? show(getComputedStyle(root).getPropertyValue("--columns").trim());
  chosen ? choose(chosen) : usual();
  addEventListener("resize", usual);
  density.addEventListener("input", () => {
    choose(chosen = density.value);
    try { localStorage.setItem("rushes-columns", chosen); } catch { /* see above */ }
  });

  // A clip is loaded and plays in place while the mouse or the focus rests on it.
  for (const pair of all(".pair")) {
    const video = find("video", pair);
    if (!video) continue;
    const play = () => { rest = setTimeout(() => video.play().catch(() => {}), 120); };
    const stop = () => { clearTimeout(rest); video.pause(); pair.classList.remove("playing"); };
    video.addEventListener("playing", () => pair.classList.add("playing"));
    ["pointerenter", "focus"].forEach((it) => pair.addEventListener(it, play));
    ["pointerleave", "blur"].forEach((it) => pair.addEventListener(it, stop));
  }

  // One shot large, with the arrow keys through the film.
  const open = (at) => {
    current = Math.min(Math.max(at, 0), shots.length - 1);
    const pair = find(".pair", shots[current]).cloneNode(true), video = find("video", pair);
    if (video) Object.assign(video, { controls: true, muted: true, tabIndex: 0, autoplay: true });
    find(".screen", viewer).replaceChildren(...(video ? [video] : []), ...pair.querySelectorAll("img, .missing"));
    find(".about", viewer).replaceChildren(find(".caption", shots[current]).cloneNode(true));
    if (!viewer.open) { viewer.showModal(); find("button[value='1']", viewer).focus(); }
  };
  const turn = (by) => (by ? open(current + by) : viewer.close());
  shots.forEach((shot, at) => find("a.pair", shot)?.addEventListener("click", (event) => { event.preventDefault(); open(at); }));
  viewer.addEventListener("click", ({ target }) => target === viewer ? turn(0) : target.matches("button") && turn(Number(target.value)));
  addEventListener("keydown", ({ key }) => viewer.open && /^Arrow(Left|Right)$/.test(key) && turn(key === "ArrowLeft" ? -1 : 1));
  viewer.addEventListener("close", () => {
    find(".screen", viewer).replaceChildren();
    find(".pair", shots[current]).focus();
    shots[current].scrollIntoView({ block: "nearest" });
  });

  // The index shows where one is.
  const links = new Map(all(".index a").map((link) => [link.hash.slice(1), link]));
  const spy = new IntersectionObserver((entries) => entries.filter((it) => it.isIntersecting).forEach(({ target }) => {
    links.forEach((link) => link.removeAttribute("aria-current"));
    const link = links.get(target.id), list = link.closest("ol");
    link.setAttribute("aria-current", "true");
    list.scrollTo({ top: link.offsetTop - list.clientHeight / 2, left: link.offsetLeft - list.clientWidth / 2 });
  }), { rootMargin: "-20% 0px -79% 0px" });
  all(".chapter").forEach((it) => spy.observe(it));
  addEventListener("beforeprint", () => all("img").forEach((img) => (img.loading = "eager")));
})();
