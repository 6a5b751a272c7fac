// Every text that is seen, against its box: cut off, over its chip's edge, beyond the screen, under or over another one.
(people) => {
  const EDGE = 1.5;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { pointer-events: auto !important }');
  const before = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...before, sheet];

  const styles = new Map();
  const style = (e) => {
    if (!styles.has(e)) styles.set(e, getComputedStyle(e));
    return styles.get(e);
  };
  const alpha = (colour) => {
    const parts = colour.match(/rgba?\(([^)]+)\)/)?.[1].split(/[ ,/]+/);
    if (parts) return parts.length > 3 ? Number(parts[3]) : 1;
    const slash = colour.match(/\/\s*([\d.]+)\)$/);
    return slash ? Number(slash[1]) : colour === 'transparent' || colour === 'none' ? 0 : 1;
  };
  // Names of people may be shortened where their whole name is a label; what was before the prompt's question as well.
  const shortened = ({ node, at }) => {
    const text = node.data.trim();
    const label = at.closest('[title], [aria-label]');
    const said = `${label?.title} ${label?.getAttribute('aria-label')}`;
    return at.closest('.before') || people.some((name) => name.includes(text) && said.includes(name));
  };
  const faint = (e) => {
    for (let at = e; at; at = at.parentElement) if (Number(style(at).opacity) < 0.6) return true;
    return false;
  };
  const isShape = (e) => e instanceof SVGGeometryElement;
  const painted = (e) => {
    const s = style(e);
    const edged = ['Top', 'Bottom', 'Left', 'Right'].filter(
      (side) => parseFloat(s[`border${side}Width`]) > 0 && alpha(s[`border${side}Color`]) > 0.2,
    );
    return alpha(s.backgroundColor) > 0.2 || edged.length > 2;
  };
  // Something that nothing is seen through.
  const solid = (e) => {
    const s = style(e);
    if (faint(e)) return false;
    if (isShape(e)) return !s.fill.startsWith('url') && alpha(s.fill) * Number(s.fillOpacity) > 0.85;
    return e.tagName === 'IMG' || alpha(s.backgroundColor) > 0.85;
  };

  const seen = (e) =>
    e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !e.closest('.unseen, option, script, style, title, symbol, defs') &&
    style(e).clipPath !== 'inset(50%)';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const texts = [];
  // Marks of one or two signs are pieces: figures stand on them, cards lie over them.
  const mark = (node) => node.data.trim().length < 3;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data.trim() || !seen(node.parentElement)) continue;
    range.selectNodeContents(node);
    const size = parseFloat(style(node.parentElement).fontSize);
    const drawn = node.parentElement.hasAttribute('textLength') ? node.parentElement : range;
    for (const r of drawn.getClientRects()) {
      if (r.width < 1 || r.height < 1) continue;
      // Letters are lower than their line.
      const rim = Math.min(r.height * 0.2, size * 0.22);
      texts.push({ node, mark: mark(node), at: node.parentElement, l: r.left, r: r.right, t: r.top + rim, b: r.bottom - rim });
    }
  }

  const name = (e) => {
    const own = (one) =>
      one.tagName.toLowerCase() +
      [...one.classList].filter((c) => !c.startsWith('svelte-')).map((c) => `.${c}`).join('');
    const chain = [];
    for (let at = e; at && chain.length < 4 && at !== document.body; at = at.parentElement) chain.unshift(own(at));
    return chain.join(' ');
  };
  // One fault for each text is enough.
  const [found, named] = [new Set(), new Set()];
  const tell = (kind, text, more = '') => {
    if (!named.has(text.node))
      found.add(`${kind}: "${text.node.data.trim().slice(0, 60)}" in ${name(text.at)}${more && ` ${more}`}`);
    named.add(text.node);
  };
  const beyond = (text, box) =>
    Math.max(box.left - text.l, text.r - box.right, box.top - text.t, text.b - box.bottom);

  const [wide, high] = [innerWidth, Math.max(innerHeight, document.documentElement.scrollHeight)];
  for (const text of texts) {
    if (shortened(text)) continue;
    let [freeX, freeY, boxed, skip] = [false, false, false, false];
    // What of it shows in boxes that can be scrolled.
    text.shown = { l: Math.max(0, text.l), r: Math.min(innerWidth, text.r), t: Math.max(0, text.t), b: Math.min(innerHeight, text.b) };
    const scrolled = (b) => {
      const at = text.shown;
      text.shown = { l: Math.max(at.l, b.left), r: Math.min(at.r, b.right), t: Math.max(at.t, b.top), b: Math.min(at.b, b.bottom) };
    };
    for (let e = text.at; e && e !== document.body; e = e.parentElement) {
      const s = style(e);
      const b = e.getBoundingClientRect();
      const inline = s.display === 'inline' || e instanceof SVGElement && !(e instanceof SVGSVGElement);
      if (!(skip && s.position === 'static')) {
        skip = false;
        if (!inline && /auto|scroll/.test(s.overflowX + s.overflowY)) scrolled(b);
        freeX ||= !inline && /auto|scroll/.test(s.overflowX);
        freeY ||= !inline && /auto|scroll/.test(s.overflowY);
        const box = {
          left: freeX ? -Infinity : b.left,
          right: freeX ? Infinity : b.right,
          top: freeY ? -Infinity : b.top,
          bottom: freeY ? Infinity : b.bottom,
        };
        if (!inline && s.overflowX !== 'visible' && Math.max(box.left - text.l, text.r - box.right) > EDGE)
          tell('cut', text, `by ${name(e)}`);
        if (!inline && s.overflowY !== 'visible' && Math.max(box.top - text.t, text.b - box.bottom) > EDGE)
          tell('cut', text, `by ${name(e)}`);
        if (e === text.at && !inline && s.overflowX === 'hidden' && e.scrollWidth > e.clientWidth + 1)
          tell('cut', text, 'by its own width');
        if (e === text.at && !inline && s.overflowY === 'hidden' && !freeY && e.scrollHeight > e.clientHeight + 3)
          tell('cut', text, 'by its own height');
        if (!boxed && !(e instanceof SVGElement) && painted(e)) {
          boxed = true;
          if (beyond(text, box) > EDGE) tell('over', text, `by ${Math.round(beyond(text, box))} px the edge of ${name(e)}`);
        }
      }
      if (s.position === 'absolute') [skip, boxed] = [true, true];
      if (s.position === 'fixed') break;
    }
    const shape = text.at.previousElementSibling;
    if (shape instanceof SVGGeometryElement && !text.mark) {
      const box = shape.getBoundingClientRect();
      const [x, y] = [(text.l + text.r) / 2, (text.t + text.b) / 2];
      const inside = box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
      if (inside && beyond(text, box) > EDGE) tell('over', text, `by ${Math.round(beyond(text, box))} px its shape`);
    }
    const [x0, y0] = [scrollX, scrollY];
    if (!freeX && (text.l + x0 < -EDGE || text.r + x0 > wide + EDGE)) tell('beyond', text);
    if (!freeY && (text.t + y0 < -EDGE || text.b + y0 > high + EDGE)) tell('beyond', text);
  }

  // Who lies over whom at a point: what is solid and not part of the text's own line of boxes.
  const cover = (text, x, y) => {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return undefined;
    const stack = document.elementsFromPoint(x, y);
    const own = stack.findIndex((e) => e.contains(text.at) || text.at.contains(e));
    if (own < 0) return undefined;
    return stack.slice(0, own).find((e) => solid(e)) ?? null;
  };
  // Cards of one fan lie over each other on purpose; what is on a card does not.
  const fanned = (one, other) => {
    const [below, above] = [one.closest('.card, .seal'), other.closest('.card, .seal, .back')];
    return below && above && below !== above;
  };
  // What sticks to the edge of a box that scrolls hides nothing for good.
  const stuck = (one, other) => {
    for (let e = other; e; e = e.parentElement)
      if (style(e).position === 'sticky') return e.parentElement.contains(one) && !e.contains(one);
    return false;
  };
  const showing = texts.filter(({ mark, shown: s }) => !mark && s && s.r - s.l > 3 && s.b - s.t > 3);
  for (const text of showing) {
    const { l, r, t, b } = text.shown;
    for (const part of [0.06, 0.5, 0.94]) {
      const by = cover(text, l + (r - l) * part, (t + b) / 2);
      if (by && !fanned(text.at, by) && !stuck(text.at, by)) {
        tell('covered', text, `by ${name(by)}`);
        break;
      }
    }
  }
  for (let i = 0; i < showing.length; i++) {
    for (let j = i + 1; j < showing.length; j++) {
      const [one, other] = [showing[i], showing[j]];
      if (one.node === other.node) continue;
      const [l, r] = [Math.max(one.shown.l, other.shown.l), Math.min(one.shown.r, other.shown.r)];
      const [t, b] = [Math.max(one.shown.t, other.shown.t), Math.min(one.shown.b, other.shown.b)];
      if (r - l < 2 || b - t < 2) continue;
      const [x, y] = [(l + r) / 2, (t + b) / 2];
      const [a, c] = [cover(one, x, y), cover(other, x, y)];
      if (a || c || a === undefined || c === undefined) continue;
      tell('on', one, `lies on "${other.node.data.trim().slice(0, 40)}" in ${name(other.at)}`);
    }
  }
  for (const field of document.querySelectorAll('input:not([readonly], [type=checkbox], [type=radio], [type=range])'))
    if (seen(field) && field.scrollWidth > field.clientWidth + 1) found.add(`cut: "${field.value}" in ${name(field)}`);
  document.adoptedStyleSheets = before;
  return [...found];
}
