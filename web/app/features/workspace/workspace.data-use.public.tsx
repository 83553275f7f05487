import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { accountPaths } from "@timbre/contract/account/paths.ts";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { OptOutDialog } from "@timbre/ui/primitives/overlays/opt-out-dialog.tsx";
import { useId, useState } from "react";
import { useSearchParams } from "react-router";
import { call } from "../../lib/api/api.ts";
import { messageOf } from "../../lib/api/api-error.ts";
import { showError, toaster } from "../../lib/page/toaster.ts";
import { dateOf } from "../../lib/text/format.ts";
import { AdminsOnly } from "./components/admins-only.tsx";
import { trainingOptOutQuery } from "./workspace.queries.ts";

/** The workspace's model training opt-out. All members see it, admins can change it. */
export function DataUse() {
	const id = useId();
	const optOut = useQuery(trainingOptOutQuery);
	const [search, setSearch] = useSearchParams();
	const [dialogOpen, setDialogOpen] = useState(false);
	const change = useOptOutChange();
	if (optOut.isPending) return <Skeleton className="h-12" />;
	if (optOut.isError) return <p className="text-danger">{messageOf(optOut.error)}</p>;
	const { training_opt_out: now, timestamp_unix: since, can_change: mayChange } = optOut.data;
	const linked = search.has("training_opt_out") && mayChange;
	const done = (optOutChoice: boolean | null) => {
		setDialogOpen(false);
		if (linked) {
			setSearch(
				(before) => {
					before.delete("training_opt_out");
					return before;
				},
				{ replace: true },
			);
		}
		if (optOutChoice !== null) change.mutate(optOutChoice);
	};
	return (
		<div className="flex items-start justify-between gap-6">
			<div className="min-w-0">
				<label htmlFor={id} className="font-medium">
					Keep this workspace's data out of model training
				</label>
				<p id={`${id}-text`} className="mt-0.5 max-w-prose text-[13px] text-muted">
					{now ? "Opted out" : "Not opted out"}
					{since === null ? " by default for your plan, until an admin decides." : `, set on ${dateOf(since)}.`} This
					server doesn't train models today. The setting applies to any future training.
				</p>
			</div>
			<AdminsOnly allowed={mayChange}>
				<Switch
					id={id}
					aria-describedby={`${id}-text`}
					className="mt-0.5"
					checked={change.isPending ? change.variables : now}
					disabled={!mayChange}
					onCheckedChange={() => setDialogOpen(true)}
				/>
			</AdminsOnly>
			{dialogOpen || linked ? (
				<OptOutDialog
					title="Data use"
					description="Decide for everyone in this workspace whether text and recordings may be used to improve models."
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
		mutationFn: (training_opt_out: boolean) => call(accountPaths.updateWorkspace, { body: { training_opt_out } }),
		onSuccess: (_, optedOut) => {
			toaster.show({
				title: optedOut ? "Opted out of model training" : "No longer opted out of model training",
				tone: "positive",
			});
			return queryClient.invalidateQueries({ queryKey: ["workspace"] });
		},
		onError: (error) => showError("Couldn't save the data use setting", error),
	});
}
