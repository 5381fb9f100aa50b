import { Link, useLocation } from 'react-router-dom';
import { buttonClass } from '../../components/basics/button.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <div className="grid justify-items-start gap-4 py-8">
      <PageHeading title="Page not found" />
      <p className="text-(--muted)">
        There is nothing at this address: <code className="wrap-anywhere">{pathname}</code>
      </p>
      <ul className="flex flex-wrap gap-2">
        <li>
          <Link to="/" className={buttonClass('primary')}>
            Dashboard
          </Link>
        </li>
        <li>
          <a href="/status" className={buttonClass()}>
            System Status
          </a>
        </li>
      </ul>
    </div>
  );
}
