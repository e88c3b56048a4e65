import { z } from 'zod'
import { mayImportMembers } from '#contract/access/shared-reads.ts'
import { countedPage, countedPaging, endpoint, file } from '#contract/endpoint.ts'
import { importFields } from './import-fields.ts'

const path = '/api/cherrypay/v1/{businessId}/hub-membership/member-imports'

export const mostImportRows = 500_000
export const largestImportBytes = 150 * 1024 * 1024
/** What the files that are kept may have together, in characters. */
export const largestImportsTogether = 1_000_000_000
/** A file comes in parts of at most so many characters: each arrives, or is sent again, by itself. */
export const longestImportPart = 1_000_000

export const importStates = [
  'Uploading',
  'Checking',
  'Checked',
  'Running',
  'Done',
  'Cancelled',
  'Failed',
] as const
export const ImportState = z.enum(importStates)
export type ImportState = z.infer<typeof ImportState>

/** True while the server works on an import. */
export function isAtWork(state: ImportState): boolean {
  return state === 'Checking' || state === 'Running'
}

/** True while an import can be called off. */
export function canCancelImport(state: ImportState): boolean {
  return state === 'Uploading' || state === 'Checking' || state === 'Checked' || state === 'Running'
}

/** What shows that a row is of somebody who is a member already, the surest first. */
export const duplicateKinds = ['Number', 'NameAndBirthDate', 'Email'] as const
export type DuplicateKind = (typeof duplicateKinds)[number]

const choice = z.enum(['skip', 'update', 'create'], 'Choose what happens to these rows.')
export type DuplicateChoice = z.infer<typeof choice>

/** What happens to the rows of each kind. A number can't be given twice, so those rows never make a member. */
export const DuplicateChoices = z.object({
  Number: z.enum(['skip', 'update'], 'A membership number can not be given to a second member.'),
  NameAndBirthDate: choice,
  Email: choice,
})
export type DuplicateChoices = z.infer<typeof DuplicateChoices>

const Mapping = z
  .array(
    z.enum(importFields.map(({ key }) => key) as [string, ...string[]], 'There is no such field.').nullable(),
  )
  .max(200, 'A file can have 200 columns at the most.')
  .refine((fields) => fields.some((field) => field !== null), 'Choose a field for one column at least.')
  .superRefine((fields, context) => {
    for (const [index, field] of fields.entries())
      if (field !== null && fields.indexOf(field) < index)
        context.addIssue({
          code: 'custom',
          message: 'Another column fills this field already.',
          path: [index],
        })
  })

const count = z.number().int()

/** What the dry run found: rows that would make a member, rows that can't, and duplicates by kind. */
export const ImportFindings = z.object({
  New: count,
  Refused: count,
  Number: count,
  NameAndBirthDate: count,
  Email: count,
})
export type ImportFindings = z.infer<typeof ImportFindings>

/** What became of the rows. */
export const ImportOutcome = z.object({ Created: count, Updated: count, Skipped: count, Refused: count })
export type ImportOutcome = z.infer<typeof ImportOutcome>

/** What these choices would make of what was found. */
export function plannedOutcome(found: ImportFindings, choices: DuplicateChoices): ImportOutcome {
  const rowsOf = (wanted: DuplicateChoice) =>
    duplicateKinds.reduce((sum, kind) => sum + (choices[kind] === wanted ? found[kind] : 0), 0)
  return {
    Created: found.New + rowsOf('create'),
    Updated: rowsOf('update'),
    Skipped: rowsOf('skip'),
    Refused: found.Refused,
  }
}

export const MemberImportItem = z.object({
  ImportId: z.string(),
  FileName: z.string(),
  State: ImportState,
  ActorName: z.string(),
  CreatedAt: z.iso.datetime(),
  FinishedAt: z.iso.datetime().nullable(),
  /** Rows that have been read, without the header. */
  Rows: count,
  /** How much of the dry run or of the import itself is done, from 0 to 1. */
  Progress: z.number(),
  Outcome: ImportOutcome,
})
export type MemberImportItem = z.infer<typeof MemberImportItem>

export const MemberImport = MemberImportItem.extend({
  /** True once all parts of the file are there. */
  IsUploaded: z.boolean(),
  /** The file's columns, with what stands in its first rows and the field each probably fills. */
  Columns: z.array(
    z.object({ Header: z.string(), Samples: z.array(z.string()), Guess: z.string().nullable() }),
  ),
  Mapping: z.array(z.string().nullable()).nullable(),
  VenueNo: z.string().nullable(),
  Findings: ImportFindings.nullable(),
  Choices: DuplicateChoices.nullable(),
  /** Why it could not go on, if it failed. */
  Failure: z.string().nullable(),
})
export type MemberImport = z.infer<typeof MemberImport>

/** A row of the file that needs a look. */
export const ImportRow = z.object({
  /** As spreadsheets count: the header is row 1. */
  RowNo: count,
  Name: z.string(),
  MembershipNumber: z.string().nullable(),
  /** Why it is refused: a sentence for each field. */
  Reasons: z.array(z.object({ Field: z.string(), Sentence: z.string() })),
  /** Whose duplicate it is: a member's, or that of an earlier row. */
  Match: z.object({ MemberId: z.string().nullable(), Name: z.string(), RowNo: count.nullable() }).nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const memberImportsApi = {
  /** Newest first. Users confined to some venues see their own. */
  listMemberImports: endpoint({
    method: 'GET',
    path,
    title: 'Imports of members',
    access: mayImportMembers,
    shows: ['memberImport'],
    query: z.object({
      ...countedPaging,
      /** Those that ended by themselves, done or failed, today or on the days before it. */
      finishedWithinDays: z.coerce.number().int().min(1).max(366).optional(),
    }),
    output: countedPage(MemberImportItem),
  }),
  createMemberImport: endpoint({
    method: 'POST',
    path,
    title: 'Begin an import of members',
    access: mayImportMembers,
    changes: ['memberImport'],
    body: z.object({
      FileName: z.string().trim().min(1).max(200),
      Size: z
        .number()
        .int()
        .min(1, 'The file is empty.')
        .max(largestImportBytes, 'The file can have 150 MB at the most.'),
      /** How many parts the file comes in. */
      Parts: z.number().int().min(1).max(1000),
    }),
    output: MemberImport,
    // A file that nothing has been made of is no change. The import itself is one.
    changesNothing: true,
  }),
  addMemberImportPart: endpoint({
    method: 'PUT',
    path: `${path}/{importId}/parts/{part}`,
    title: 'Upload a part of a file of members',
    access: mayImportMembers,
    changes: ['memberImport'],
    withoutRevision: 'A part of a file that is on its way: nobody edits it.',
    params: { part: z.coerce.number().int().min(0).max(999) },
    body: z.object({ Text: z.string().min(1).max(longestImportPart) }),
    largestBody: 4 * longestImportPart,
    changesNothing: true,
  }),
  getMemberImport: endpoint({
    method: 'GET',
    path: `${path}/{importId}`,
    title: 'An import of members',
    access: mayImportMembers,
    shows: ['memberImport'],
    output: MemberImport,
  }),
  /** The dry run: every row is checked, and nothing imported. It can be repeated with another mapping. */
  checkMemberImport: endpoint({
    method: 'POST',
    path: `${path}/{importId}/check`,
    title: 'Check a file of members',
    access: mayImportMembers,
    changes: ['memberImport'],
    body: z.object({
      /** The field that each column fills, from the first column on. */
      Mapping,
      /** The venue of new members whose row names none. */
      VenueNo: z.string().nullable(),
    }),
    output: MemberImport,
    changesNothing: true,
  }),
  runMemberImport: endpoint({
    method: 'POST',
    path: `${path}/{importId}/run`,
    title: 'Import members',
    access: mayImportMembers,
    changes: ['memberImport', 'member'],
    body: DuplicateChoices,
    output: MemberImport,
  }),
  cancelMemberImport: endpoint({
    method: 'POST',
    path: `${path}/{importId}/cancel`,
    title: 'Cancel an import of members',
    access: mayImportMembers,
    changes: ['memberImport'],
    output: MemberImport,
  }),
  listMemberImportRows: endpoint({
    method: 'GET',
    path: `${path}/{importId}/rows`,
    title: 'Rows of an import that need a look',
    access: mayImportMembers,
    shows: ['memberImport'],
    query: z.object({ ...countedPaging, finding: z.enum(['Refused', ...duplicateKinds]) }),
    output: countedPage(ImportRow),
  }),
  /** The rows that were refused as they stood in the file, with the reasons: to be mended and imported. */
  exportRefusedRows: endpoint({
    method: 'GET',
    path: `${path}/{importId}/refused`,
    title: 'Refused rows of an import, as a CSV file',
    access: mayImportMembers,
    shows: ['memberImport'],
    leavesEntry: true,
    output: file,
  }),
}
