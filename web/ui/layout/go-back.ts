/** To the page before, or to the first where there is none. What isn't there offers it in the place of another try. */
export function goBack(): void {
  if (history.length > 1) history.back()
  else location.assign('/')
}
