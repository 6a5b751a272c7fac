// Copying with and without a clipboard for scripts: pages at an address of the local network have none, and where there is one
// a browser may refuse it.

/** Copy a field's text; the field stays selected, so that it can be copied by hand if nothing else works. */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  return (await byClipboard(field.value)) || bySelection();
}

async function byClipboard(text: string): Promise<boolean> {
  try {
    if (!window.isSecureContext) return false;
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function bySelection(): boolean {
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  }
}
