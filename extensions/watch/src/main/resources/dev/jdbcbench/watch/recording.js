(() => {
  'use strict';
  const slider = document.getElementById('rtt');
  if (!slider) {
    return;
  }
  const kinds = [...document.querySelectorAll('#kinds tr[data-count]')].map(({ dataset }) => ({
    count: Number(dataset.count),
    trips: Number(dataset.trips),
    client: Number(dataset.client),
    server: Number(dataset.server),
    rest: Number(dataset.rest),
    level: dataset.level,
    low: dataset.low.split(' ').map(Number),
    high: dataset.high.split(' ').map(Number),
  }));
  const table = document.getElementById('kinds').dataset;
  const rtts = table.rtts.split(' ').map(Number);
  const wakeUps = table.wakeUps.split(' ').map(Number);
  const bars = [...document.querySelectorAll('.bars svg')];
  const texts = [...document.querySelectorAll('.bars .number')];
  const digits = value => value.toFixed(value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
  const time = micros => micros < 999.5 ? `${digits(micros)} µs`
    : micros < 999500 ? `${digits(micros / 1000)} ms` : `${digits(micros / 1e6)} s`;
  // interpolates between the RTTs of the table
  const at = (rtt, values) => {
    let from = 0;
    while (from < rtts.length - 2 && rtts[from + 1] < rtt) {
      from++;
    }
    const share = (rtt - rtts[from]) / (rtts[from + 1] - rtts[from]);
    return Math.max(0, values[from] + share * (values[from + 1] - values[from]));
  };
  const range = ({ level, low, high }, rtt) => low.length < rtts.length ? ''
    : `, the next one ${time(at(rtt, low))} to ${time(at(rtt, high))} (${level})`;
  const show = () => {
    const rtt = 1000 * Math.pow(10, Number(slider.value));
    const trip = rtt + at(rtt, wakeUps);
    const parts = kinds.map(({ count, trips, client, server, rest }) =>
      [client, trips * trip, server, rest].map(micros => count * micros));
    const sums = parts.map(part => part.reduce((one, other) => one + other, 0));
    const longest = Math.max(...sums.slice(0, bars.length), 1);
    bars.forEach((bar, kind) => {
      let x = 0;
      [...bar.children].forEach((rect, i) => {
        const width = 100 * parts[kind][i] / longest;
        rect.setAttribute('x', `${x}%`);
        rect.setAttribute('width', `${width}%`);
        x += width;
      });
      texts[kind].textContent = `${kinds[kind].count} × ${time(sums[kind] / kinds[kind].count)} = ${time(sums[kind])}`
        + range(kinds[kind], rtt);
    });
    const all = sums.reduce((one, other) => one + other, 0);
    const network = parts.reduce((sum, part) => sum + part[1], 0);
    document.getElementById('rtt-value').textContent = time(rtt);
    document.getElementById('mix').textContent = `At ${time(rtt)}, all of them together take ${time(all)}, `
      + `${(all ? 100 * network / all : 0).toFixed(0)} % of it in the network.`;
  };
  slider.addEventListener('input', show);
  document.getElementById('controls').hidden = false;
})();
