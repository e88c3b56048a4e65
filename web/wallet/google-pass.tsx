import { contrast, hexOf } from '#contract/values/colour-values.ts'
import type { Colour } from '#contract/values/colours.ts'
import type { ShownDocument, PassField } from '#contract/passes/pass-document.ts'
import { PassBarcode } from './barcode.tsx'
import { GoogleDetails } from './google-details.tsx'
import styles from './google-pass.module.css'
import { AddPart, Part } from './part.tsx'
import { shownBusinessName, type PassView } from './pass-view.ts'

// What Google's wallet is taken to choose where the design leaves the colour to it.
const ownColour: Colour = { R: 60, G: 64, B: 67, A: 255 }
const white: Colour = { R: 255, G: 255, B: 255, A: 255 }
const black: Colour = { R: 32, G: 33, B: 36, A: 255 }

/** A pass in Google's wallet: the card, and what is under it. */
export function GooglePass({ view }: { view: PassView }) {
  const { document, images } = view
  const background = document.GooglePayPassBackgroundColour ?? ownColour
  // Google chooses the letters' colour by itself.
  const ink = contrast(background, white) >= contrast(background, black) ? white : black
  return (
    <>
      <div className={styles.card} style={{ background: hexOf(background), color: hexOf(ink) }}>
        <div className={styles.head}>
          {images.GoogleProgramLogo ? (
            <img className={styles.logo} src={images.GoogleProgramLogo} alt="" />
          ) : (
            <span className={styles.logo} aria-hidden>
              {shownBusinessName(view).slice(0, 1)}
            </span>
          )}
          <Part path="BusinessNameOverride" name="Business name" text={shownBusinessName(view)}>
            {shownBusinessName(view)}
          </Part>
        </div>
        <Part
          path="PassDescription"
          name="Description"
          text={document.PassDescription}
          className={styles.description}
        >
          {document.PassDescription}
        </Part>
        <div className={styles.labels}>
          <FrontLabel side="Left" field={document.GooglePayPassCardFrontLabels.Left} />
          <FrontLabel side="Right" field={document.GooglePayPassCardFrontLabels.Right} />
        </div>
        <GoogleBarcode document={document} />
        {images.GoogleHeroImage && <img className={styles.hero} src={images.GoogleHeroImage} alt="" />}
      </div>
      <GoogleDetails document={document} />
    </>
  )
}

function FrontLabel({ side, field }: { side: 'Left' | 'Right'; field: PassField | null }) {
  const path = `GooglePayPassCardFrontLabels.${side}` as const
  if (!field) return <AddPart list={path} name={`${side} label`} />
  return (
    <Part
      path={path}
      name={`${side} label`}
      text={`${field.Label} ${field.Value}`.trim()}
      className={styles.field}
    >
      <span className={styles.label}>{field.Label}</span> <span className={styles.value}>{field.Value}</span>
    </Part>
  )
}

function GoogleBarcode({ document }: { document: ShownDocument }) {
  const { BarcodeType, BarcodeDataFormat, BarcodeDataLabelFormat } = document
  return (
    <div className={styles.barcode}>
      <Part
        path="BarcodeDataFormat"
        name="Barcode"
        text={BarcodeType === 'None' ? '' : BarcodeDataFormat || 'no data'}
      >
        <PassBarcode type={BarcodeType} data={BarcodeDataFormat} label="" />
      </Part>
      {BarcodeType !== 'None' && (
        <Part path="BarcodeDataLabelFormat" name="Barcode label" text={BarcodeDataLabelFormat}>
          {BarcodeDataLabelFormat}
        </Part>
      )}
    </div>
  )
}
