import { useQuery } from "@tanstack/react-query";
import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/feedback/error-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { ChartColumn, Download, Lock } from "lucide-react";
import { useState } from "react";
import { Link, NavLink } from "react-router";
import { isApiError, messageOf } from "../../../lib/api/api-error.ts";
import { speechPath } from "../../../lib/session/redirect.ts";
import { saveCsv } from "../../../lib/text/csv.ts";
import { counted } from "../../../lib/text/format.ts";
import { Page } from "../../../shell/page/page.tsx";
import { sum, toSeries, usageCsv } from "../model/usage-series.ts";
import { type Breakdown, breakdowns, usageStats } from "../usage.queries.ts";
import { QuotaCard } from "./quota-card.tsx";
import { UsageByDay, UsageChart, UsageTable } from "./usage-chart.tsx";

const ranges = [
	{ value: "7", label: "Last 7 days" },
	{ value: "30", label: "Last 30 days" },
	{ value: "90", label: "Last 90 days" },
];

/** Usage of the user or of the workspace; only the latter can be broken down by user. */
export function UsageView({ workspace }: { workspace: boolean }) {
	const [days, setDays] = useState("30");
	const [breakdown, setBreakdown] = useState<Breakdown>("voice");
	const choices = breakdowns.filter((choice) => workspace || choice.value !== "user");
	return (
		<Page title="Usage" description="Credits used per day, by voice, model, product or API key.">
			<nav aria-label="Usage" className="mb-6 flex gap-5 border-line border-b">
				<Tab to="/app/usage">Yours</Tab>
				<Tab to="/app/usage/workspace">Workspace</Tab>
			</nav>
			<QuotaCard />
			<section aria-label="Credits over time" className="mt-8">
				<div className="mb-4 flex flex-wrap items-center justify-between gap-3">
					<h2 className="font-medium text-[15px]">{workspace ? "Workspace credits" : "Your credits"}</h2>
					<div className="flex w-full gap-2 sm:w-auto">
						<Select
							label="Group by"
							className="w-full sm:w-36"
							value={breakdown}
							options={[...choices]}
							onChange={(value) => setBreakdown(value as Breakdown)}
						/>
						<Select label="Period" className="w-full sm:w-36" value={days} options={ranges} onChange={setDays} />
					</div>
				</div>
				<Stats days={Number(days)} breakdown={breakdown} workspace={workspace} />
			</section>
		</Page>
	);
}

function Tab({ to, children }: { to: string; children: string }) {
	return (
		<NavLink
			to={to}
			end
			className={({ isActive }) =>
				cn(
					"-mb-px border-b-2 pt-1 pb-2.5 font-medium text-sm transition-colors hover:text-ink",
					isActive ? "border-ink text-ink" : "border-transparent text-muted",
				)
			}
		>
			{children}
		</NavLink>
	);
}

function Stats({ days, breakdown, workspace }: { days: number; breakdown: Breakdown; workspace: boolean }) {
	const stats = useQuery(usageStats({ days, breakdown, workspace }));
	if (stats.isPending) {
		return (
			<div aria-busy="true">
				<p className="sr-only">Loading usage</p>
				<Skeleton className="h-72 rounded-card" />
			</div>
		);
	}
	if (stats.isError) {
		if (isApiError(stats.error) && stats.error.status === 403) {
			return (
				<EmptyState icon={<Lock aria-hidden="true" />} title="Only for workspace admins">
					{messageOf(stats.error)}
				</EmptyState>
			);
		}
		return (
			<ErrorState
				title="Couldn't load usage"
				message={messageOf(stats.error)}
				requestId={isApiError(stats.error) ? stats.error.requestId : undefined}
				busy={stats.isFetching}
				onRetry={() => void stats.refetch()}
			/>
		);
	}
	const series = toSeries(stats.data.usage);
	if (series.length === 0) {
		return (
			<EmptyState
				icon={<ChartColumn aria-hidden="true" />}
				title={`No credits used in the last ${days} days`}
				action={
					<Button asChild variant="primary">
						<Link to={speechPath}>Generate speech</Link>
					</Button>
				}
			>
				Credits used per day will appear here. Sentences you've already generated aren't charged again.
			</EmptyState>
		);
	}
	const save = () => saveCsv(`timbre-usage-${days}-days.csv`, usageCsv(stats.data.time, series));
	return (
		<Card className="p-5">
			<div className="mb-5 flex flex-wrap items-center justify-between gap-3">
				<p className="text-muted">{counted(sum(series.map((line) => line.total)), "credit")} in total</p>
				<Button size="small" onClick={save}>
					<Download aria-hidden="true" />
					Download CSV
				</Button>
			</div>
			<div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_17rem]">
				<UsageChart time={stats.data.time} series={series} />
				<UsageTable series={series} />
			</div>
			<UsageByDay time={stats.data.time} series={series} />
		</Card>
	);
}
