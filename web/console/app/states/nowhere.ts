/** What is said at an address that leads nowhere. */
export const nowhere = {
  title: 'Page not found',
  text: 'There is no page at this address. It may have moved, or the link is mistyped.',
}
