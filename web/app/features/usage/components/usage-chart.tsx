import { count, counted, shortCount } from "../../../lib/text/format.ts";
import { type Series, scaleOf, sum } from "../model/usage-series.ts";

const dayLabel = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const height = 200;

/** Credits per day as stacked bars. The same data is in the tables next to it. */
export function UsageChart({ time, series }: { time: number[]; series: Series[] }) {
	const totals = time.map((_, day) => sum(series.map((line) => line.days[day] ?? 0)));
	const scale = scaleOf(Math.max(1, ...totals));
	const top = scale.at(-1) ?? 1;
	const y = (value: number) => height - (value / top) * height;
	const width = 100 / time.length;
	const busiest = totals.indexOf(Math.max(...totals));
	const every = Math.ceil(time.length / 6);
	return (
		<div className="flex gap-3">
			<div
				aria-hidden="true"
				className="relative w-9 shrink-0 text-right text-muted text-xs tabular"
				style={{ height }}
			>
				{scale.map((value) => (
					<span key={value} className="absolute right-0 -translate-y-1/2" style={{ top: y(value) }}>
						{shortCount(value)}
					</span>
				))}
			</div>
			<div className="min-w-0 flex-1">
				<svg
					role="img"
					aria-label={`${counted(sum(totals), "credit")} in ${counted(time.length, "day")}, most on ${dayLabel.format(time[busiest])}: ${count(totals[busiest] ?? 0)}`}
					width="100%"
					height={height}
					className="block overflow-visible"
				>
					{scale.map((value) => (
						<line key={value} x1="0" x2="100%" y1={y(value)} y2={y(value)} stroke="var(--line)" />
					))}
					{time.map((at, day) => (
						<Day key={at} label={dayLabel.format(at)} series={series} day={day} x={day * width} width={width} y={y} />
					))}
				</svg>
				<div aria-hidden="true" className="relative mt-2 h-4 text-muted text-xs">
					{time.map((at, day) =>
						(time.length - 1 - day) % every === 0 ? (
							<span
								key={at}
								className="absolute -translate-x-1/2 whitespace-nowrap"
								style={{ left: `${(day + 0.5) * width}%` }}
							>
								{dayLabel.format(at)}
							</span>
						) : null,
					)}
				</div>
			</div>
		</div>
	);
}

type DayProps = {
	label: string;
	series: Series[];
	day: number;
	x: number;
	width: number;
	y: (value: number) => number;
};

function Day({ label, series, day, x, width, y }: DayProps) {
	let below = 0;
	const parts = series.flatMap((line) => {
		const value = line.days[day] ?? 0;
		// A day with more refunds than spending has no bar; the table shows it.
		if (value <= 0) return [];
		const from = below;
		below += value;
		return [{ ...line, value, top: y(below), size: Math.max(1, y(from) - y(below)) }];
	});
	return (
		<g>
			<title>{`${label}: ${parts.map((part) => `${part.name} ${count(part.value)}`).join(", ") || "nothing"}`}</title>
			<rect x={`${x}%`} y="0" width={`${width}%`} height="100%" className="fill-transparent hover:fill-hover" />
			{parts.map((part) => (
				<rect
					key={part.name}
					x={`${x + width * 0.15}%`}
					width={`${width * 0.7}%`}
					y={part.top}
					height={part.size}
					rx="1.5"
					fill={part.color}
					stroke="var(--raised)"
					className="pointer-events-none"
				/>
			))}
		</g>
	);
}

/** The chart's legend, also for screen readers. */
export function UsageTable({ series }: { series: Series[] }) {
	const all = sum(series.map((line) => line.total));
	return (
		<table className="w-full self-start text-left tabular">
			<caption className="sr-only">Credits in this period</caption>
			<thead className="text-muted text-xs">
				<tr className="border-line border-b">
					<th scope="col" className="py-2 font-medium">
						Name
					</th>
					<th scope="col" className="py-2 text-right font-medium">
						Credits
					</th>
					<th scope="col" className="py-2 pl-3 text-right font-medium">
						Share
					</th>
				</tr>
			</thead>
			<tbody>
				{series.map((line) => (
					<tr key={line.name} className="border-line border-b last:border-0">
						<th scope="row" className="w-full max-w-0 py-2 font-normal">
							<span className="flex items-center gap-2">
								<span
									aria-hidden="true"
									className="size-2.5 shrink-0 rounded-full"
									style={{ background: line.color }}
								/>
								<span className="truncate" title={line.name}>
									{line.name}
								</span>
							</span>
						</th>
						<td className="py-2 pl-3 text-right">{count(line.total)}</td>
						<td className="whitespace-nowrap py-2 pl-3 text-right text-muted">
							{all > 0 ? Math.round((line.total / all) * 100) : 0}%
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** The chart's data as a table. */
export function UsageByDay({ time, series }: { time: number[]; series: Series[] }) {
	return (
		<details className="mt-6">
			<summary className="cursor-pointer py-1 font-medium text-muted text-sm hover:text-ink">
				Show daily numbers
			</summary>
			<section
				aria-label="Credits by day"
				// biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
				tabIndex={0}
				className="mt-2 max-h-96 overflow-auto rounded-card border border-line"
			>
				<table className="w-full text-right text-sm tabular">
					<caption className="sr-only">Credits by day</caption>
					<thead className="sticky top-0 bg-raised text-muted text-xs">
						<tr>
							<th scope="col" className="px-3 py-2 text-left font-medium">
								Day (UTC)
							</th>
							{series.map((line) => (
								<th key={line.name} scope="col" className="px-3 py-2 font-medium">
									{line.name}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{time
							.map((at, day) => ({ at, day }))
							.reverse()
							.map(({ at, day }) => (
								<tr key={at} className="border-line border-t">
									<th scope="row" className="whitespace-nowrap px-3 py-1.5 text-left font-normal">
										{dayLabel.format(at)}
									</th>
									{series.map((line) => (
										<td key={line.name} className="px-3 py-1.5">
											{count(line.days[day] ?? 0)}
										</td>
									))}
								</tr>
							))}
					</tbody>
				</table>
			</section>
		</details>
	);
}
