import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** React and one button: no app can be ready sooner. */
function Shell() {
  const [count, setCount] = useState(0);
  return (
    <main>
      <h1>Shell</h1>
      <button type="button" onClick={() => setCount(count + 1)}>
        {count}
      </button>
    </main>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Shell />);
