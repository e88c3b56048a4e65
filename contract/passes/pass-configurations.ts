import { z } from 'zod'
import { countedPage, countedPaging, endpoint, may } from '#contract/endpoint.ts'
import { barcodeTypes } from '#contract/values/barcodes.ts'
import { Colour } from '#contract/values/colours.ts'
import { PassDocument } from './pass-document.ts'
import { largestPassImageBytes, PassImage, passImageTypes } from './pass-images.ts'

const path = '/api/cherryplay/v1/{businessId}/pass-configurations'

/** The design of a pass as it is stored, or with sample values in place of its dynamic data (IsProcessed). */
export const PassConfiguration = PassDocument.extend({
  PassConfigurationId: z.string(),
  /** Grows with every save of the document: a save names the one it started from. */
  Version: z.number().int(),
  IsProcessed: z.boolean(),
  Images: z.array(PassImage),
  DateUpdated: z.iso.datetime(),
  UpdatedByUser: z.string(),
  /** Since when nobody is invited to it any more; null while it is in use. */
  DateRetired: z.iso.datetime().nullable(),
  RetiredByUser: z.string().nullable(),
})
export type PassConfiguration = z.infer<typeof PassConfiguration>

/** How far a change of a design has come: the passes in wallets that are to hear of it, and those that have. */
export const PassRollout = z.object({ Total: z.number().int(), Told: z.number().int() })
export type PassRollout = z.infer<typeof PassRollout>

/** On how many phones a design is. */
export const PassReach = z.object({
  Apple: z.number().int(),
  Google: z.number().int(),
  /** True where there are more of them than were counted. A server of the version before counts all. */
  IsMore: z.boolean().optional(),
  /** The change that is on its way; null where all have heard of the last. */
  Rollout: PassRollout.nullable(),
})
export type PassReach = z.infer<typeof PassReach>

/** Whether members can be invited to a design. */
export const passDesignStates = ['InUse', 'Retired'] as const

/** What a list shows of a pass configuration. */
export const PassConfigurationSummary = z.object({
  PassConfigurationId: z.string(),
  DisplayName: z.string(),
  PassDescription: z.string(),
  BackgroundColour: Colour,
  ForegroundColour: Colour,
  BarcodeType: z.enum(barcodeTypes),
  LogoUrl: z.string().nullable(),
  DateUpdated: z.iso.datetime(),
  UpdatedByUser: z.string(),
  DateRetired: z.iso.datetime().nullable(),
  Rollout: PassRollout.nullable(),
})
export type PassConfigurationSummary = z.infer<typeof PassConfigurationSummary>

/** Pieces of dynamic data by name, each with a value to show. */
const PassTokens = z.record(
  z.string(),
  z.object({ SampleValue: z.string(), Description: z.string(), IsDate: z.boolean() }),
)

const imageType = z.enum(passImageTypes, 'There is no such picture on a pass.')

export const passConfigurationsApi = {
  listPassConfigurations: endpoint({
    method: 'GET',
    path,
    title: 'Pass configurations',
    access: may('Pass.Design'),
    shows: ['passDesign'],
    query: z.object({
      ...countedPaging,
      q: z.string().max(200).optional(),
      state: z.enum(passDesignStates, 'State is InUse or Retired. Leave it out for all.').optional(),
    }),
    output: countedPage(PassConfigurationSummary),
  }),
  createPassConfiguration: endpoint({
    method: 'POST',
    path,
    title: 'Create a pass configuration',
    access: may('Pass.Design'),
    changes: ['passDesign'],
    body: PassDocument.pick({ DisplayName: true }),
    output: PassConfiguration,
  }),
  duplicatePassConfiguration: endpoint({
    method: 'POST',
    path: `${path}/{passConfigurationId}/duplicate`,
    title: 'Duplicate a pass configuration',
    access: may('Pass.Design'),
    changes: ['passDesign'],
    body: PassDocument.pick({ DisplayName: true }),
    output: PassConfiguration,
  }),
  getPassConfiguration: endpoint({
    method: 'GET',
    path: `${path}/{passConfigurationId}`,
    title: 'A pass configuration',
    access: may('Pass.Design'),
    shows: ['passDesign'],
    query: z.object({
      processed: z
        .enum(['true', 'false'])
        .default('false')
        .transform((value) => value === 'true'),
    }),
    output: PassConfiguration,
  }),
  updatePassConfiguration: endpoint({
    method: 'PUT',
    path: `${path}/{passConfigurationId}`,
    title: 'Change a pass configuration',
    access: may('Pass.Design'),
    changes: ['passDesign'],
    body: PassDocument.extend({ Version: z.number().int(), IsProcessed: z.boolean().default(false) }),
    output: PassConfiguration,
  }),
  /** Nobody is invited to it from now on. Passes of it stay, and follow its changes. */
  retirePassConfiguration: endpoint({
    method: 'POST',
    path: `${path}/{passConfigurationId}/retire`,
    title: 'Retire a pass configuration',
    access: may('Pass.Design'),
    changes: ['passDesign'],
    output: PassConfiguration,
  }),
  restorePassConfiguration: endpoint({
    method: 'POST',
    path: `${path}/{passConfigurationId}/restore`,
    title: 'Bring back a pass configuration',
    access: may('Pass.Design'),
    changes: ['passDesign'],
    output: PassConfiguration,
  }),
  /** Only one that nobody was ever issued a pass of. */
  deletePassConfiguration: endpoint({
    method: 'DELETE',
    path: `${path}/{passConfigurationId}`,
    title: 'Delete a pass configuration',
    access: may('Pass.Design'),
    changes: ['passDesign', 'passRun'],
  }),
  getPassReach: endpoint({
    method: 'GET',
    path: `${path}/{passConfigurationId}/reach`,
    title: 'On how many phones a pass configuration is',
    access: may('Pass.Design'),
    shows: ['passDesign', 'pass'],
    output: PassReach,
  }),
  getPassImage: endpoint({
    method: 'GET',
    path: `${path}/{passConfigurationId}/images/{imageType}`,
    title: 'A picture of a pass',
    access: may('Pass.Design'),
    shows: ['passDesign'],
    params: { imageType },
    /** The picture itself as base64. */
    output: PassImage.extend({ imageData: z.base64() }),
  }),
  setPassImage: endpoint({
    method: 'POST',
    path: `${path}/{passConfigurationId}/images/{imageType}`,
    title: 'Change a picture of a pass',
    access: may('Pass.Design'),
    changes: ['passDesign'],
    params: { imageType },
    largestBody: 2 * largestPassImageBytes,
    body: z.strictObject({
      imageData: z
        .file('Send the picture as a file.')
        .max(largestPassImageBytes, 'The picture can have 2 MB at the most.'),
    }),
    output: PassImage,
  }),
  removePassImage: endpoint({
    method: 'DELETE',
    path: `${path}/{passConfigurationId}/images/{imageType}`,
    title: 'Remove a picture of a pass',
    access: may('Pass.Design'),
    changes: ['passDesign'],
    params: { imageType },
  }),
  listPassTokens: endpoint({
    method: 'GET',
    path: `${path}/metadata/supported-token-fields`,
    title: 'The dynamic data that passes can show',
    access: may('Pass.Design'),
    // They are the same for ever.
    shows: [],
    query: z.object({ passConfigurationId: z.string().max(200).optional() }),
    output: PassTokens,
  }),
  listLongestPassValues: endpoint({
    method: 'GET',
    path: `${path}/metadata/longest-values`,
    title: 'The longest names that passes have to show',
    access: may('Pass.Design'),
    shows: ['member', 'option'],
    output: z.record(z.string(), z.string()),
  }),
}
