// Art lies in plain SVG files (web/art). A table takes the files it needs with `?raw` and puts them into one sprite:
// every picture is then drawn by its name, and its colours (--edge, --tint, currentColor) come from where it stands.

/** Plain SVG files as the symbols of one sprite, each named like its file. */
export function symbols(files: Record<string, string>, prefix = ''): string {
  return Object.entries(files)
    .map(([path, svg]) => symbol(prefix + path.replace(/^.*\/|\.svg$/g, ''), svg))
    .join('');
}

function symbol(id: string, svg: string): string {
  const box = /viewBox="([^"]*)"/.exec(svg)?.[1] ?? '0 0 64 64';
  const inner = svg.replace(/^[^]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  return `<symbol id="${id}" viewBox="${box}">${inner}</symbol>`;
}
