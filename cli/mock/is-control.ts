/** Whether a path leads to the control plane or its front page, of whichever world: nothing that is meant for the API goes for it. */
export function isControl(path: string): boolean {
  return /^\/(?:worlds\/[^/]*\/)?(?:$|_gristmill(?:\/|$))/.test(path);
}
