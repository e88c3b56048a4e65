import { drawingSVG, qrcode } from 'bwip-js/browser'
import styles from './door-kits.module.css'

/** The link of a door kit, for a phone's camera to open. Loaded when there is one. */
export function KitCode({ url }: { url: string }) {
  const svg = qrcode({ bcid: 'qrcode', text: url, padding: 4 }, drawingSVG())
  const source = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
  return (
    <img className={styles.code} src={source} alt="QR code that opens the door" width={200} height={200} />
  )
}
