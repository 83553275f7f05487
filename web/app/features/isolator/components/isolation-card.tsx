import { useQuery } from "@tanstack/react-query";
import { isolationEngines } from "@timbre/contract/isolator/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { ErrorState } from "@timbre/ui/primitives/feedback/error-state.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Download, Plus } from "lucide-react";
import { isApiError, messageOf } from "../../../lib/api/api-error.ts";
import { counted } from "../../../lib/text/format.ts";
import { useRefreshedCredits } from "../../usage/usage.public.ts";
import {
	audioUrl,
	type Isolation,
	isolationQuery,
	isRunning,
	useCancelIsolation,
	videoUrl,
} from "../isolator.queries.ts";
import { describeMeasurement } from "../model/measurement.ts";
import { Compare } from "./compare.tsx";

/** The isolation that the page shows: its progress, then its result. */
export function IsolationCard({ id, onNew }: { id: string; onNew: () => void }) {
	const { data, error, refetch, isFetching } = useQuery(isolationQuery(id));
	useRefreshedCredits(data && isRunning(data) ? 1 : 0);
	return (
		<Card className="p-4 sm:p-6">
			{data ? (
				<Content isolation={data} onNew={onNew} />
			) : error ? (
				<ErrorState
					title="Couldn't load this recording"
					message={messageOf(error)}
					requestId={isApiError(error) ? error.requestId : undefined}
					onRetry={() => void refetch()}
					busy={isFetching}
				/>
			) : (
				<Skeleton className="h-40" />
			)}
		</Card>
	);
}

function Content({ isolation, onNew }: { isolation: Isolation; onNew: () => void }) {
	return (
		<div className="flex flex-col gap-5">
			<div className="flex flex-wrap items-start justify-between gap-3">
				<h2 className="min-w-0 flex-1 basis-48 break-words font-medium">{isolation.title}</h2>
				<Button size="small" onClick={onNew}>
					<Plus aria-hidden="true" />
					New recording
				</Button>
			</div>
			<div aria-live="polite" className="empty:hidden">
				{isRunning(isolation) ? <Running isolation={isolation} /> : null}
				{isolation.state === "failed" ? <p className="text-danger">{isolation.error}</p> : null}
				{isolation.state === "cancelled" ? <p className="text-muted">Canceled. It cost nothing.</p> : null}
			</div>
			{isolation.state === "completed" ? <Result isolation={isolation} /> : null}
		</div>
	);
}

function Running({ isolation }: { isolation: Isolation }) {
	const canceling = useCancelIsolation();
	const percent = Math.round(isolation.progress * 100);
	return (
		<div className="flex flex-col gap-3">
			<p className="text-muted">
				{isolation.state === "queued"
					? "Waiting to start"
					: isolation.seconds === null
						? "Reading the file"
						: "Removing noise"}
				. You can leave this page; the recording stays in the list below.
			</p>
			<div className="flex items-center gap-4">
				<Progress label="Progress" value={percent} className="flex-1" />
				<span className="tabular text-[13px] text-muted">{percent}%</span>
				<Button size="small" busy={canceling.isPending} onClick={() => canceling.mutate(isolation.isolation_id)}>
					Cancel
				</Button>
			</div>
		</div>
	);
}

function Result({ isolation }: { isolation: Isolation }) {
	const { isolation_id: id, format, video, measurement, engine, credits } = isolation;
	return (
		<>
			<Compare key={id} isolation={isolation} />
			<div className="flex flex-col gap-1">
				{describeMeasurement(measurement).map((sentence) => (
					<p key={sentence}>{sentence}</p>
				))}
				<p className="text-[13px] text-muted">
					{engine ? `Noise removed by ${isolationEngines[engine]}. ` : null}
					{credits === null ? null : `${counted(credits, "credit")} used.`}
				</p>
			</div>
			<div className="flex flex-wrap gap-2">
				{(format === "wav" ? (["wav", "mp3"] as const) : (["mp3"] as const)).map((kind) => (
					<DownloadLink key={kind} href={audioUrl(id, "isolated", kind)} label={`Download ${kind.toUpperCase()}`} />
				))}
				{video === "ready" ? <DownloadLink href={videoUrl(id)} label="Download video" /> : null}
			</div>
			{video === "failed" ? (
				<p className="text-[13px] text-muted">The video couldn't be written. Its audio is ready.</p>
			) : null}
		</>
	);
}

function DownloadLink({ href, label }: { href: string; label: string }) {
	return (
		<Button asChild>
			<a href={href} download>
				<Download aria-hidden="true" />
				{label}
			</a>
		</Button>
	);
}
