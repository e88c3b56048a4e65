import { code128, drawingSVG } from 'bwip-js/browser'
import styles from './barcode.module.css'

/** A card's number as a till reads it. */
export function CardBarcode({ text }: { text: string }) {
  const svg = code128({ bcid: 'code128', text, height: 14, paddingwidth: 4, paddingheight: 2 }, drawingSVG())
  return (
    <img
      className={styles.barcode}
      src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
      alt="Barcode of your card"
    />
  )
}
