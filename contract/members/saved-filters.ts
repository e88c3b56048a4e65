import { z } from 'zod'
import { endpoint, may } from '#contract/endpoint.ts'
import { needed } from '#contract/words/needed.ts'
import { FilterQuery } from './member-filter.ts'

const path = '/api/cherrypay/v1/{businessId}/member-filters'
const access = may('Member.Search')

/** A member filter query that somebody gave a name, for themself or for everyone in the business. */
export const SavedFilter = z.object({
  FilterId: z.string(),
  Name: z.string(),
  Query: z.string(),
  IsShared: z.boolean(),
  OwnerName: z.string(),
  IsMine: z.boolean(),
  /** True for one's own; Admins and super administrators may delete shared ones, too. */
  CanDelete: z.boolean(),
})
export type SavedFilter = z.infer<typeof SavedFilter>

export const NewSavedFilter = z.object({
  Name: z
    .string(needed('Name is required.'))
    .trim()
    .min(1, 'Name is required.')
    .max(60, 'A name can have 60 characters at the most.'),
  Query: FilterQuery.refine((filter) => filter.length > 0, 'The filter is empty.'),
  IsShared: z.boolean(),
})

export const savedFiltersApi = {
  /** One's own and those that others share, by name. */
  listSavedFilters: endpoint({
    method: 'GET',
    path,
    title: 'Saved member filters',
    access,
    shows: ['savedFilter'],
    output: z.object({ Results: z.array(SavedFilter) }),
  }),
  saveFilter: endpoint({
    method: 'POST',
    path,
    title: 'Save a member filter',
    access,
    changes: ['savedFilter'],
    body: NewSavedFilter,
    output: SavedFilter,
  }),
  deleteSavedFilter: endpoint({
    method: 'DELETE',
    path: `${path}/{filterId}`,
    title: 'Delete a saved member filter',
    access,
    changes: ['savedFilter'],
  }),
}
