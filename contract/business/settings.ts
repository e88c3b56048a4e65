import { z } from 'zod'
import { endpoint, may, superAdministrator } from '#contract/endpoint.ts'
import { optionalText } from '#contract/members/member-fields.ts'
import { revision } from '#contract/revisions.ts'
import { needed } from '#contract/words/needed.ts'
import { isOneLine, nameInOneLine } from '#contract/words/one-line.ts'
import { Abn } from './business.ts'
import { ClubLook } from './club-look.ts'

const path = '/api/cherrypay/v1/{businessId}/configuration/business'

/** What only those see and change who run the business, or Hub. Whoever manages users stands for the business. */
const access = may('User.Management')

const optional = (most: number, isRight: (text: string) => boolean, sentence: string) =>
  optionalText(most).refine((text) => text === null || isRight(text), sentence)

/** True for an address of a website that a link may lead to: one with a name, and nothing that runs when it is opened. */
function isPublicWebsite(text: string): boolean {
  if (!/^https?:\/\/[^\s"'<>\\]+$/i.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname.includes('.') && username === '' && password === ''
}

const nameNeeded = 'Enter the display name.'

/** What people fill in of a business. */
export const SettingsFields = z.object({
  DisplayName: z
    .string(needed(nameNeeded))
    .trim()
    .min(1, nameNeeded)
    .max(200)
    .refine(isOneLine, nameInOneLine),
  EmailAddress: optional(
    320,
    (text) => z.email().safeParse(text).success,
    'Enter an e-mail address such as office@club.example.',
  ),
  PhoneNumber: optional(
    30,
    (text) => /^\+?[\d ()-]{6,}$/.test(text),
    'Enter the phone number in digits, such as 02 5550 1234.',
  ),
  Website: optional(200, isPublicWebsite, 'Enter the website with https://, such as https://club.example.'),
  PostalAddress: optionalText(300),
  Colour: optional(
    7,
    (text) => /^#[0-9a-f]{6}$/i.test(text),
    'Enter the colour as # and six digits, such as #0d5768.',
  ).transform((text) => text && text.toLowerCase()),
})
export type SettingsFields = z.infer<typeof SettingsFields>

export const BusinessSettings = ClubLook.extend({
  DisplayName: z.string(),
  ABN: z.string(),
  /** As the register has it; null until it was asked and knew the ABN. */
  LegalName: z.string().nullable(),
  /** When the register last confirmed the ABN. */
  AbnConfirmedDate: z.iso.datetime().nullable(),
  Revision: z.string(),
})
export type BusinessSettings = z.infer<typeof BusinessSettings>

/** Two megabytes: a photo of a sign is enough. */
export const largestLogoBytes = 2 * 1024 * 1024

export const settingsApi = {
  getBusinessSettings: endpoint({
    method: 'GET',
    path,
    title: 'Settings of the business',
    access,
    shows: ['business'],
    output: BusinessSettings,
  }),
  saveBusinessSettings: endpoint({
    method: 'PUT',
    path,
    title: 'Change the settings of the business',
    access,
    // Its name and look are on the forms of patrons, and passes are previewed with it.
    changes: ['business', 'form', 'passDesign'],
    query: z.object({ revision }),
    body: SettingsFields.extend({
      /** Super administrators alone change it; left out it stays. */
      ABN: Abn.optional(),
      /** It is meant, although the register doesn't know the ABN or can't be asked. */
      IsAbnUnconfirmed: z.boolean().optional(),
    }),
    output: BusinessSettings,
  }),
  confirmAbn: endpoint({
    method: 'POST',
    path: `${path}/register`,
    title: 'Ask the register for the business again',
    access: superAdministrator,
    changes: ['business'],
    /** The one that is shown: it is asked for before anything here is looked at. */
    body: z.object({ ABN: Abn }),
    output: BusinessSettings,
  }),
  setBusinessLogo: endpoint({
    method: 'PUT',
    path: `${path}/logo`,
    title: 'Change the logo of the business',
    access,
    changes: ['business', 'form'],
    withoutRevision: 'A picture is one thing, and shown while another is chosen.',
    largestBody: 2 * largestLogoBytes,
    body: z.object({
      imageData: z
        .base64()
        .max(Math.ceil((largestLogoBytes * 4) / 3) + 4, 'The picture can have 2 MB at the most.'),
    }),
    output: BusinessSettings,
  }),
  removeBusinessLogo: endpoint({
    method: 'DELETE',
    path: `${path}/logo`,
    title: 'Remove the logo of the business',
    access,
    changes: ['business', 'form'],
    output: BusinessSettings,
  }),
}
