import { Button } from '@mantine/core'
import { drawingSVG, qrcode } from 'bwip-js/browser'
import styles from './forms.module.css'

/** A QR code that leads to an address, to be seen and to be saved for print. Loaded when it is asked for. */
export function QrCode({ url, name }: { url: string; name: string }) {
  const svg = qrcode({ bcid: 'qrcode', text: url, padding: 4 }, drawingSVG())
  const source = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
  return (
    <div className={styles.qr}>
      <img src={source} alt={`QR code for ${name}`} width={220} height={220} />
      <Button variant="default" component="a" href={source} download={`${name}.svg`}>
        Download QR code
      </Button>
    </div>
  )
}
