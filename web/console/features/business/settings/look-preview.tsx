import { Text } from '@mantine/core'
import type { z } from 'zod'
import { lookColours } from '#contract/business/look-colours.ts'
import type { SettingsFields } from '#contract/business/settings.ts'
import { clubLetter } from '#contract/messaging/club-letter.ts'
import styles from './look-preview.module.css'

/** What the form holds. */
type Look = { LogoUrl: string | null } & Omit<z.input<typeof SettingsFields>, 'DisplayName'>

const sample = 'Hello Sam,\n\nYour membership has been renewed.\n\n'

/** What patrons would see with these settings: the head of a page, and a mail. */
export function LookPreview({ name, look }: { name: string; look: Look }) {
  const { bar, onBar, strong } = lookColours(look.Colour ?? null)
  const letter = clubLetter({ text: `${sample}${name}`, name, look, logo: look.LogoUrl })
  return (
    <div className={styles.previews}>
      <figure>
        <Text component="figcaption" size="sm" c="dimmed">
          A page for patrons
        </Text>
        <div className={styles.page} aria-hidden>
          <div className={styles.bar} style={{ background: bar, color: onBar }}>
            {look.LogoUrl && <img src={look.LogoUrl} alt="" />}
            <span>{name}</span>
          </div>
          <div className={styles.content}>
            <strong>Renew your membership</strong>
            <span className={styles.button} style={{ background: strong }}>
              Continue
            </span>
          </div>
        </div>
      </figure>
      <figure>
        <Text component="figcaption" size="sm" c="dimmed">
          A mail
        </Text>
        {/* The mail itself, as it is sent; nothing in it may run. */}
        <iframe className={styles.mail} title="Preview of a mail" sandbox="" srcDoc={letter} tabIndex={-1} />
      </figure>
    </div>
  )
}
