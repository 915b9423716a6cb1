(function () {
  'use strict';

  // What a cell is sorted by: its number where it has one, else its text. What is not known comes last either way.
  function value(row, index) {
    const cell = row.cells[index];
    if (cell.dataset.value !== undefined) {
      return Number(cell.dataset.value);
    }
    const text = cell.textContent.trim();
    return text === '\u2013' || text === '' ? null : text;
  }

  function compare(a, b) {
    if (typeof a === 'number' && typeof b === 'number') {
      return a - b;
    }
    return String(a).localeCompare(String(b), 'en', { numeric: true });
  }

  // Sorting is stable, so that a second column sorts within the first.
  function sort(table, heading) {
    const index = heading.cellIndex;
    const down = heading.getAttribute('aria-sort') === 'ascending';
    for (const other of table.tHead.rows[0].cells) {
      other.removeAttribute('aria-sort');
    }
    heading.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const body = table.tBodies[0];
    const rows = Array.from(body.rows);
    rows.sort(function (one, other) {
      const a = value(one, index);
      const b = value(other, index);
      if (a === null || b === null) {
        return (a === null) - (b === null);
      }
      return down ? compare(b, a) : compare(a, b);
    });
    body.append(...rows);
  }

  for (const table of document.querySelectorAll('table.sortable')) {
    for (const heading of table.tHead.rows[0].cells) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = heading.textContent;
      heading.replaceChildren(button);
      button.addEventListener('click', function () {
        sort(table, heading);
      });
    }
  }

  for (const form of document.querySelectorAll('form.filters')) {
    const table = document.getElementById(form.dataset.table);
    const rows = Array.from(table.tBodies[0].rows);
    const selects = [];
    for (const select of form.querySelectorAll('select')) {
      const heading = table.tHead.querySelector('th[data-column="' + select.name + '"]');
      if (heading) {
        const index = heading.cellIndex;
        const values = new Set(rows.map((row) => row.cells[index].textContent));
        for (const text of values) {
          select.append(new Option(text, text));
        }
        selects.push([select, index]);
      }
    }
    const words = form.elements.namedItem('text');
    const output = form.querySelector('output');
    const filter = function () {
      const wanted = words.value.toLowerCase().split(/\s+/);
      let shown = 0;
      for (const row of rows) {
        const text = Array.from(row.cells, (cell) => cell.textContent).join(' ').toLowerCase();
        const matches = wanted.every((word) => text.includes(word))
          && selects.every(([select, index]) => select.value === '' || row.cells[index].textContent === select.value);
        row.hidden = !matches;
        shown += matches ? 1 : 0;
      }
      output.textContent = shown + ' of ' + rows.length + ' rows';
    };
    form.addEventListener('input', filter);
    form.addEventListener('submit', (event) => event.preventDefault());
    // the fields are empty only after the event
    form.addEventListener('reset', () => setTimeout(filter));
    form.hidden = false;
    filter();
  }
}());
