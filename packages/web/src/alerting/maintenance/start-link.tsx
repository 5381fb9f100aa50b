import { Wrench } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../components/basics/button.tsx';

/** Where maintenance of a website is started. A sign alone: beside the figures of the website there is no room for its words. */
export const StartLink = ({ id, name }: { id: number; name: string }) => (
  <Link
    to={`/alerts/maintenance?start=${id}`}
    className={buttonClass()}
    aria-label={`Start maintenance of ${name}`}
    title="Start Maintenance"
  >
    <Wrench aria-hidden="true" size={16} />
  </Link>
);
