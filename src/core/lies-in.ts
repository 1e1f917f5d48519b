/** Whether a file or folder lies in a folder, or is it. Absolute paths. */
export const liesIn = (path: string, folder: string): boolean => {
  const inner = path.replaceAll('\\', '/').replace(/\/+$/, '');
  const outer = folder.replaceAll('\\', '/').replace(/\/+$/, '');
  return inner === outer || inner.startsWith(`${outer}/`);
};
