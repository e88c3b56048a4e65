/** Has the page kept on the device, so that it opens without a connection, and lets it be installed. */
export async function keepOffline(): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = `${location.pathname.replace(/\/$/, '')}/manifest.webmanifest`
  document.head.append(link)
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/door/service-worker.js', { scope: '/scan/' })
  const { active } = await navigator.serviceWorker.ready
  // The camera's decoder comes after the page, and must be there as well.
  await import('./decoder.ts').then(({ wasmUrl }) => fetch(wasmUrl)).catch(() => undefined)
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const keep = loaded.filter((path) => /^\/(assets|door)\//.test(path))
  active?.postMessage({ keep: [location.pathname, ...new Set(keep)] })
}
