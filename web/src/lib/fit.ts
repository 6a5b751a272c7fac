// Words that have to fit in the box they stand in: made smaller, step by step, until they do.

const STEPS = [1, 0.93, 0.86, 0.79, 0.72];

/** Sets `--fit` on a box that cuts off what is too much; what is in it multiplies its sizes by that. */
export function fit(box: HTMLElement) {
  function set() {
    for (const step of STEPS) {
      box.style.setProperty('--fit', String(step));
      if (box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1) return;
    }
  }
  const sized = new ResizeObserver(set);
  sized.observe(box);
  const written = new MutationObserver(set);
  written.observe(box, { characterData: true, childList: true, subtree: true });
  set();
  return {
    destroy: () => {
      sized.disconnect();
      written.disconnect();
    },
  };
}
