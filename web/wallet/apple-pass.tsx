import { use } from 'react'
import { encodeBarcode, shownInstead } from '#contract/values/barcodes.ts'
import { hexOf } from '#contract/values/colour-values.ts'
import type { AdditionalField, ShownDocument } from '#contract/passes/pass-document.ts'
import { appleFront, cut } from '#contract/passes/pass-layout.ts'
import styles from './apple-pass.module.css'
import { PassBarcode } from './barcode.tsx'
import { EditingContext } from './editing.ts'
import { AddPart, Part } from './part.tsx'
import { shownBusinessName, type PassView } from './pass-view.ts'

/** The front of a pass in Apple's wallet, cut where there is no more room. */
export function AppleFront({ view }: { view: PassView }) {
  const { document, images } = view
  const strip = images.AppleStrip2X ?? images.AppleStrip
  const logo = images.AppleLogo2X ?? images.AppleLogo
  const { Label, Value } = document.iOSPrimaryField
  const colours = { background: hexOf(document.BackgroundColour), color: hexOf(document.ForegroundColour) }
  return (
    <div className={styles.pass} style={colours}>
      <div className={styles.head}>
        {logo && <img className={styles.logo} src={logo} alt="" />}
        <Part path="iOSLogoText" name="Logo text" text={document.iOSLogoText} className={styles.logoText}>
          {cut(document.iOSLogoText, appleFront.logoText)}
        </Part>
      </div>
      <div className={styles.strip} data-pictured={strip !== undefined || undefined}>
        {strip && <img className={styles.picture} src={strip} alt="" />}
        <Part
          path="iOSPrimaryField"
          name="Primary field"
          text={`${Label} ${Value}`.trim()}
          className={styles.primary}
        >
          <span className={styles.primaryValue} data-is-long={Value.length > 16 || undefined}>
            {Value}
          </span>{' '}
          <span className={styles.primaryLabel}>{Label}</span>
        </Part>
      </div>
      <SecondaryFields document={document} />
      <div className={styles.foot}>
        <AppleBarcode document={document} />
      </div>
    </div>
  )
}

function SecondaryFields({ document }: { document: ShownDocument }) {
  const fields = placed(document, 'Secondary').slice(0, appleFront.secondaryFields)
  return (
    <div className={styles.secondary}>
      {fields.map(({ field, ...part }) => (
        <Part
          key={part.path}
          {...part}
          name="Secondary field"
          text={`${field.Label} ${field.Value}`.trim()}
          className={styles.field}
        >
          <span className={styles.label}>{field.Label}</span>{' '}
          <SecondaryValue text={cut(field.Value, appleFront.secondaryValue)} />
        </Part>
      ))}
      {fields.length < appleFront.secondaryFields && <AddPart list="Secondary" name="Field" />}
    </div>
  )
}

// As the wallet does, a longer one is written smaller, so that all of the ten characters are seen.
function SecondaryValue({ text }: { text: string }) {
  return (
    <span className={styles.value} data-is-long={text.length > 7 || undefined}>
      {text}
    </span>
  )
}

function AppleBarcode({ document }: { document: ShownDocument }) {
  const { BarcodeType, BarcodeDataFormat, BarcodeDataLabelFormat } = document
  const isDesigned = use(EditingContext) !== null
  const encoded = encodeBarcode(BarcodeType, BarcodeDataFormat)
  const isFaulty = encoded !== null && 'problem' in encoded
  // Only who designs it is told what is wrong. Phones have a QR code of it then (`pass-json.ts`), and none of nothing.
  const type = isFaulty && !isDesigned ? 'QR_CODE' : shownInstead(BarcodeType, 'apple')
  // Also another kind of barcode has what the one that was chosen adds: a check digit, say.
  const data = encoded && 'text' in encoded ? encoded.text : BarcodeDataFormat
  return (
    <Part
      path="BarcodeDataFormat"
      name="Barcode"
      text={type === 'None' ? '' : BarcodeDataFormat || (isDesigned ? 'no data' : '')}
    >
      <PassBarcode type={type} data={data} label={BarcodeDataLabelFormat} />
    </Part>
  )
}

/** The back of a pass in Apple's wallet: its fields, one under the other. */
export function AppleBack({ view }: { view: PassView }) {
  const { document } = view
  return (
    <div className={styles.back}>
      <div className={styles.backHead}>
        <strong>{shownBusinessName(view)}</strong>
        <Part path="PassDescription" name="Description" text={document.PassDescription}>
          {document.PassDescription}
        </Part>
      </div>
      <ul className={styles.rows}>
        {placed(document, 'Back').map(({ field, ...part }) => (
          <li key={part.path}>
            <Part
              {...part}
              name="Back field"
              text={`${field.Label} ${field.Value}`.trim()}
              className={styles.row}
            >
              <span className={styles.rowLabel}>{field.Label}</span>{' '}
              <span className={styles.rowValue}>{field.Value}</span>
            </Part>
          </li>
        ))}
      </ul>
      <AddPart list="Back" name="Back field" className={styles.addRow} />
    </div>
  )
}

/** The fields of one side, each with its path and its neighbours'. */
function placed(document: ShownDocument, location: AdditionalField['FieldLocation']) {
  const fields = document.iOSAdditionalFields
    .map((field, index) => ({ field, path: `iOSAdditionalFields.${index}` }))
    .filter(({ field }) => field.FieldLocation === location)
  return fields.map((item, place) => ({
    ...item,
    before: fields[place - 1]?.path,
    after: fields[place + 1]?.path,
  }))
}
