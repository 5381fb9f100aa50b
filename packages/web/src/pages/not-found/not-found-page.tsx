import { Link } from 'react-router-dom';
import { useSession } from '../../session/session.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';

/** For every path without a screen. */
export function NotFoundPage() {
  const { isSignedIn } = useSession();
  return (
    <div className="grid justify-items-start gap-4 py-8">
      <PageHeading title="Page not found" />
      <p className="text-(--muted)">There is nothing at this address.</p>
      <ul className="flex flex-wrap gap-4">
        {isSignedIn ? (
          <li>
            <Link to="/">Dashboard</Link>
          </li>
        ) : null}
        <li>
          <a href="/status">System Status</a>
        </li>
      </ul>
    </div>
  );
}
