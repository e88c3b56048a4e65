import {
  IconAlertTriangle,
  IconBuildingStore,
  IconDatabase,
  IconHistory,
  IconMail,
  IconShieldCheck,
} from '@tabler/icons-react'
import { consolePaths } from '#contract/console-paths.ts'
import { superAdministrator } from '#contract/endpoint.ts'
import type { PageRow } from './page-row.ts'

/** The pages of those who run all the businesses. */
export const platformPages: readonly PageRow[] = [
  {
    path: consolePaths.businesses,
    access: superAdministrator,
    load: () => import('#features/business/businesses/businesses-page.tsx'),
    menu: { label: 'Businesses', icon: IconBuildingStore },
  },
  {
    path: consolePaths.administrators,
    access: superAdministrator,
    load: () => import('#features/access/administrators/administrators-page.tsx'),
    menu: { label: 'Administrators', icon: IconShieldCheck },
  },
  {
    path: consolePaths.platformAudit,
    access: superAdministrator,
    load: () => import('#features/audit/platform-audit-page.tsx'),
    menu: { label: 'Platform Audit', icon: IconHistory },
  },
  {
    path: consolePaths.outbox,
    access: superAdministrator,
    load: () => import('#features/messaging/outbox-page.tsx'),
    menu: { label: 'Outbox', icon: IconMail },
  },
  {
    path: consolePaths.failedJobs,
    access: superAdministrator,
    load: () => import('#features/operations/failed-jobs-page.tsx'),
    menu: { label: 'Failed Jobs', icon: IconAlertTriangle },
  },
  {
    path: consolePaths.growth,
    access: superAdministrator,
    load: () => import('#features/operations/growth-page.tsx'),
    menu: { label: 'Growth', icon: IconDatabase },
  },
]
