import { DevicePage } from './device/device-page.tsx';
import { InvitePage } from './invite/invite-page.tsx';

/** Small pages that people come to by a link or a code: in one file. */
export const entrancePages = { device: DevicePage, invite: InvitePage };
