import type { AlertType } from '@upvigil/core/contract/names/alerts';

/** The toggles that email, SMS and Slack have in common. */
interface TypeToggles {
  alert_on_down: boolean;
  alert_on_slow: boolean;
  alert_on_metadata_missing: boolean;
  alert_on_recovery: boolean;
  alert_on_certificate: boolean;
  alert_on_domain: boolean;
}

const toggles: Record<AlertType, keyof TypeToggles> = {
  DOWN: 'alert_on_down',
  ERROR: 'alert_on_down',
  SLOW: 'alert_on_slow',
  METADATA_MISSING: 'alert_on_metadata_missing',
  RECOVERED: 'alert_on_recovery',
  CERT_EXPIRING: 'alert_on_certificate',
  DOMAIN_EXPIRING: 'alert_on_domain',
};

/** Why alerts of this type are not sent: 'SLOW alerts are switched off'. Null when they are sent. */
export const disabledTypeReason = (type: AlertType, settings: TypeToggles): string | null =>
  settings[toggles[type]] ? null : `${type} alerts are switched off`;
