/**
 * Has the page kept on the device, so that it opens without a connection, with all it has loaded by now; `loadRest`
 * fetches what would otherwise come later.
 */
export async function keepPage(scope: string, loadRest: () => Promise<unknown>): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/offline/service-worker.js', { scope })
  const { active } = await navigator.serviceWorker.ready
  await loadRest().catch(() => undefined)
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  active?.postMessage({ page: location.pathname, loaded: [...new Set(loaded)] })
}
