import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { useStored } from "../../lib/storage/use-stored.ts";
import { userQuery } from "../usage/usage.public.ts";
import { useCompleteTour } from "./onboarding.queries.ts";

const Tour = lazy(async () => ({ default: (await import("./components/tour.tsx")).Tour }));

/** Shows the tour once, after the survey. */
export default function TourLayout() {
	const { data: user } = useQuery(userQuery);
	const complete = useCompleteTour();
	// Stored locally to take effect immediately, even offline; the server stores it for other browsers.
	const [seen, setSeen] = useStored("tour:text-to-speech", "", "xi");
	const due = user?.is_onboarding_completed && !user.is_onboarding_tour_completed && seen === "";
	return (
		<>
			<Outlet />
			{due ? (
				<Suspense>
					<Tour
						onEnd={() => {
							setSeen("seen");
							complete.mutate(undefined);
						}}
					/>
				</Suspense>
			) : null}
		</>
	);
}
