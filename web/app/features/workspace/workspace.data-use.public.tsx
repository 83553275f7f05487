import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import { OptOutDialog } from "@timbre/ui/primitives/opt-out-dialog.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { Switch } from "@timbre/ui/primitives/switch.tsx";
import { useId, useState } from "react";
import { useSearchParams } from "react-router";
import { call } from "../../lib/api.ts";
import { messageOf } from "../../lib/api-error.ts";
import { dateOf } from "../../lib/format.ts";
import { showError, toaster } from "../../lib/toaster.ts";
import { AdminsOnly } from "./components/admins-only.tsx";
import { trainingOptOutQuery } from "./workspace.queries.ts";

/** Whether the workspace's data may be used to improve models: everybody sees it, admins change it. */
export function DataUse() {
	const id = useId();
	const optOut = useQuery(trainingOptOutQuery);
	const [search, setSearch] = useSearchParams();
	const [asked, setAsked] = useState(false);
	const change = useOptOutChange();
	if (optOut.isPending) return <Skeleton className="h-12" />;
	if (optOut.isError) return <p className="text-danger">{messageOf(optOut.error)}</p>;
	const { training_opt_out: now, timestamp_unix: since, can_change: mayChange } = optOut.data;
	const linked = search.has("training_opt_out") && mayChange;
	const done = (wanted: boolean | null) => {
		setAsked(false);
		if (linked) {
			setSearch(
				(before) => {
					before.delete("training_opt_out");
					return before;
				},
				{ replace: true },
			);
		}
		if (wanted !== null) change.mutate(wanted);
	};
	return (
		<div className="flex items-start justify-between gap-6">
			<div className="min-w-0">
				<label htmlFor={id} className="font-medium">
					Keep this workspace's data out of model training
				</label>
				<p id={`${id}-text`} className="mt-0.5 max-w-prose text-[13px] text-muted">
					{now ? "Opted out" : "Not opted out"}
					{since === null ? ", as the plan has it until an admin decides." : `, decided on ${dateOf(since)}.`} This
					server trains no models today; the choice holds for everything that ever would.
				</p>
			</div>
			<AdminsOnly allowed={mayChange}>
				<Switch
					id={id}
					aria-describedby={`${id}-text`}
					className="mt-0.5"
					checked={change.isPending ? change.variables : now}
					disabled={!mayChange}
					onCheckedChange={() => setAsked(true)}
				/>
			</AdminsOnly>
			{asked || linked ? (
				<OptOutDialog
					title="Use of data"
					description="Decide for everybody in this workspace whether texts and recordings may be used to improve models."
					label="Keep our data out of model training"
					initial={now}
					privacyPolicy="/privacy"
					onDone={done}
				/>
			) : null}
		</div>
	);
}

function useOptOutChange() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (training_opt_out: boolean) => call(workspaceEndpoints.updateWorkspace, { body: { training_opt_out } }),
		onSuccess: (_, optedOut) => {
			toaster.show({ title: optedOut ? "Opted out" : "No longer opted out", tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: ["workspace"] });
		},
		onError: (error) => showError("The choice about the use of data was not saved", error),
	});
}
