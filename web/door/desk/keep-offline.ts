import { keepPage } from '#offline/keep-page.ts'

/** Has the page kept on the device, so that it opens without a connection, and lets it be installed. */
export async function keepOffline(): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = `${location.pathname.replace(/\/$/, '')}/manifest.webmanifest`
  document.head.append(link)
  // The camera's decoder comes after the page, and must be there as well.
  await keepPage('/scan/', () => import('#door/scanning/decoder.ts').then(({ wasmUrl }) => fetch(wasmUrl)))
}
