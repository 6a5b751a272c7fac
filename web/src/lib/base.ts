// Where the house is: at a server under a path, without a slash at its end ('' or '/parlour', which the server writes into
// the page), or in the page itself. A page that is its own house is a folder of files at some address, so its paths stand
// behind a '#'.

const said = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';

/** Where Python's parts lie, if the page is its own house. */
export const PARTS = said('parts');
export const HERE = PARTS !== '';
export const BASE = HERE ? '#' : said('base');
/** A path of the house as browsers ask for it. */
export const under = (path: string) => BASE + path;
/** A file that comes with the pages. */
export const file = (path: string) => (HERE ? `.${path}` : BASE + path);
