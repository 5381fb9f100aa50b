/**
 * The only script of these pages, which are complete without it. It applies the theme that the visitor chose, shows
 * the theme button, and writes times in the visitor's zone. It is in the head, so that no page is painted in another
 * theme first. Limit: 2 KB.
 */
export const pageScript = `(() => {
  const root = document.documentElement, themes = ['system', 'light', 'dark'];
  const read = () => { try { const at = themes.indexOf(localStorage.getItem('theme')); return at < 0 ? 0 : at } catch { return 0 } };
  let choice = read();
  const show = () => { if (choice) root.dataset.theme = themes[choice]; else delete root.dataset.theme };
  show();
  const shapes = { t: {}, d: { day: 'numeric', month: 'short' }, l: { day: 'numeric', month: 'short', year: 'numeric' } };
  const write = (element) => {
    const at = new Date(element.dateTime), language = root.lang === 'en' ? 'en-GB' : root.lang, shape = element.dataset.f;
    element.textContent = shape === 'w'
      ? at.toLocaleDateString(language, { weekday: 'short', ...shapes.l })
      : at.toLocaleString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...shapes[shape] });
  };
  document.addEventListener('DOMContentLoaded', () => {
    const button = document.querySelector('.theme'), zone = document.querySelector('[data-zone]');
    const name = () => {
      button.dataset.choice = themes[choice];
      button.ariaLabel = button.title = button.dataset.names.split('|')[choice];
    };
    button.hidden = false;
    name();
    button.onclick = () => {
      choice = (choice + 1) % 3;
      try { localStorage.setItem('theme', themes[choice]) } catch {}
      show();
      name();
    };
    addEventListener('storage', () => { choice = read(); show(); name() });
    if (!zone) return;
    document.querySelectorAll('time[data-f]').forEach(write);
    const minutes = -new Date().getTimezoneOffset(), apart = Math.abs(minutes), rest = apart % 60;
    if (minutes) zone.textContent = zone.dataset.zone.replace('{zone}', 'UTC' + (minutes < 0 ? '\\u2212' : '+') + Math.floor(apart / 60) + (rest ? ':' + rest : ''));
  });
})();
`;
