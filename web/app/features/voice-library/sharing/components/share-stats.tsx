import { useQuery } from "@tanstack/react-query";
import { statsRanges } from "@timbre/contract/voice-library/rules.ts";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { useState } from "react";
import { count, counted } from "../../../../lib/text/format.ts";
import { LoadFailure } from "../../../../shell/page/load-failure.tsx";
import { Loading } from "../../../../shell/page/loading.tsx";
import { type StatsRange, shareStatsQuery } from "../sharing.queries.ts";

const ranges: Record<StatsRange, string> = {
	"7d": "Last 7 days",
	"30d": "Last 30 days",
	"90d": "Last 90 days",
	"1y": "Last year",
};
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const dayName = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });

/** How much a published voice is used. */
export function ShareStats({ voiceId }: { voiceId: string }) {
	const [range, setRange] = useState<StatsRange>("30d");
	const stats = useQuery(shareStatsQuery(voiceId, range));
	return (
		<div className="flex flex-col gap-4">
			<Select
				label="Period"
				className="w-44"
				value={range}
				options={statsRanges.map((value) => ({ value, label: ranges[value] }))}
				onChange={(value) => setRange(value as StatsRange)}
			/>
			{stats.isPending ? <Loading what="statistics" className="h-44" /> : null}
			{stats.isError ? <LoadFailure title="Couldn't load statistics" query={stats} /> : null}
			{stats.data ? (
				<>
					<dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
						<Figure name="Characters" value={count(stats.data.characters)} />
						<Figure name="Generations" value={count(stats.data.generations)} />
						<Figure name="Added by" value={count(stats.data.added_count)} />
						<Figure name="Value" value={dollars.format(stats.data.worth_dollars)} />
					</dl>
					{stats.data.characters > 0 ? (
						<Days days={stats.data.days} />
					) : (
						<p className="rounded-control border border-line border-dashed px-4 py-8 text-center text-muted">
							No usage in this period.
						</p>
					)}
					<p className="text-[13px] text-muted">
						Value is calculated at your rate; payouts aren't available yet. Days are in UTC.
					</p>
				</>
			) : null}
		</div>
	);
}

function Figure({ name, value }: { name: string; value: string }) {
	return (
		<div className="rounded-control bg-sunken px-3 py-2">
			<dt className="text-muted text-xs">{name}</dt>
			<dd className="font-medium tabular">{value}</dd>
		</div>
	);
}

const height = 96;

function Days({ days }: { days: { date: string; characters: number }[] }) {
	const max = Math.max(1, ...days.map((day) => day.characters));
	const total = days.reduce((sum, day) => sum + day.characters, 0);
	const busiest = days.find((day) => day.characters === max);
	const [first, last] = [days[0], days.at(-1)];
	const width = 100 / Math.max(1, days.length);
	return (
		<figure>
			<svg
				role="img"
				aria-label={`${counted(total, "character")} in ${counted(days.length, "day")}${busiest ? `, most on ${dayName.format(Date.parse(busiest.date))}` : ""}`}
				width="100%"
				height={height}
				className="block border-line border-b"
			>
				{days.map((day, i) => {
					const size = (day.characters / max) * (height - 4);
					return day.characters > 0 ? (
						<rect
							key={day.date}
							x={`${i * width + width * 0.15}%`}
							y={height - size}
							width={`${width * 0.7}%`}
							height={size}
							rx="1.5"
							fill="var(--wave-1)"
						/>
					) : null;
				})}
			</svg>
			<figcaption aria-hidden="true" className="mt-1 flex justify-between text-muted text-xs tabular">
				<span>{first ? dayName.format(Date.parse(first.date)) : ""}</span>
				<span>{last ? dayName.format(Date.parse(last.date)) : ""}</span>
			</figcaption>
		</figure>
	);
}
