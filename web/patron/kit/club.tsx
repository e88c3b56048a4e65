import { useLayoutEffect } from 'react'
import type { ClubLook } from '#contract/business/club-look.ts'
import { lookColours } from '#contract/business/look-colours.ts'
import styles from './club.module.css'

/** The business whose page it is. A card that was kept on the device may be from before there was a look. */
export type Club = { readonly BusinessName: string; readonly Look?: ClubLook | undefined }

/** The head of a page: the club's logo and name, on its colour, which the rest of the page follows. */
export function ClubHead({ club: { BusinessName, Look } }: { club: Club }) {
  useColour(Look?.Colour ?? null)
  return (
    <header className={styles.head}>
      {Look?.LogoUrl && <img src={Look.LogoUrl} alt="" />}
      <span>{BusinessName}</span>
    </header>
  )
}

function useColour(colour: string | null) {
  useLayoutEffect(() => {
    if (colour === null) return
    const { bar, onBar, strong, darker, tint } = lookColours(colour)
    const set = { club: bar, 'on-club': onBar, brand: strong, 'brand-dark': darker, 'brand-light': tint }
    const { style } = document.documentElement
    for (const [name, value] of Object.entries(set)) style.setProperty(`--${name}`, value)
    return () => {
      for (const name of Object.keys(set)) style.removeProperty(`--${name}`)
    }
  }, [colour])
}

/** How the club is reached, at the foot of a page; nothing where it says nothing. */
export function ClubFoot({ club: { BusinessName, Look } }: { club: Club }) {
  const { EmailAddress, PhoneNumber, Website, PostalAddress } = Look ?? {}
  if (!EmailAddress && !PhoneNumber && !Website && !PostalAddress) return null
  return (
    <footer className={styles.foot}>
      <p>{BusinessName}</p>
      {PostalAddress && <p className={styles.address}>{PostalAddress}</p>}
      {PhoneNumber && (
        <p>
          <a href={`tel:${PhoneNumber.replaceAll(/[^+\d]/g, '')}`}>{PhoneNumber}</a>
        </p>
      )}
      {EmailAddress && (
        <p>
          <a href={`mailto:${EmailAddress}`}>{EmailAddress}</a>
        </p>
      )}
      {Website && (
        <p>
          <a href={Website} rel="noreferrer">
            {Website}
          </a>
        </p>
      )}
    </footer>
  )
}
