// Copying without a secure context: at an address of the local network browsers have no clipboard for scripts.

/** Copy a field's text; the field stays selected, so that it can be copied by hand if nothing else works. */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    if (window.isSecureContext) {
      await navigator.clipboard.writeText(field.value);
      return true;
    }
    return document.execCommand('copy');
  } catch {
    return false;
  }
}
