import type { FastifyInstance } from 'fastify';
import { listCertificates } from '../../alerts/expiry/certificates/certificate-list.ts';
import { listDomains } from '../../alerts/expiry/domains/domain-list.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import type { RouteDeps } from './route-deps.ts';

export function certificateRoutes(app: FastifyInstance, { db, clock }: Pick<RouteDeps, 'db' | 'clock'>): void {
  serveEndpoints(app, 'certificates', {
    list: () => listCertificates(db, clock.now()),
    listDomains: () => listDomains(db, clock.now()),
  });
}
