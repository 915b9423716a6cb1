(() => {
  'use strict';
  const TINY = 1e-6;
  const frames = [...document.querySelectorAll('#graph svg')].map(element => ({
    element,
    left: parseFloat(element.getAttribute('x')),
    width: parseFloat(element.getAttribute('width')),
    row: parseFloat(element.getAttribute('y')),
    name: element.querySelector('title').textContent.toLowerCase(),
  }));
  const show = chosen => {
    for (const { element, left, width, row } of frames) {
      const around = row > chosen.row && left <= chosen.left + TINY && left + width >= chosen.left + chosen.width - TINY;
      const inside = row <= chosen.row && left >= chosen.left - TINY && left + width <= chosen.left + chosen.width + TINY;
      element.classList.toggle('away', !around && !inside);
      element.classList.toggle('outside', around);
      element.setAttribute('x', around ? '0%' : `${(left - chosen.left) / chosen.width * 100}%`);
      element.setAttribute('width', around ? '100%' : `${width / chosen.width * 100}%`);
    }
  };
  for (const frame of frames) {
    frame.element.addEventListener('click', () => show(frame));
  }
  const all = frames[0];
  document.getElementById('all').addEventListener('click', () => show(all));
  document.getElementById('find').addEventListener('input', event => {
    const text = event.target.value.trim().toLowerCase();
    let found = 0;
    for (const { element, name } of frames) {
      const here = text !== '' && name.includes(text);
      element.classList.toggle('found', here);
      found += here ? 1 : 0;
    }
    document.getElementById('found').textContent = text === '' ? '' : `${found} frames`;
  });
  document.getElementById('controls').hidden = false;
})();
