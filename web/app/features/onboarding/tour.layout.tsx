import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { useStored } from "../../lib/use-stored.ts";
import { userQuery } from "../usage/usage.public.tsx";
import { useCompleteTour } from "./onboarding.queries.ts";

const Tour = lazy(async () => ({ default: (await import("./components/tour.tsx")).Tour }));

/** Around the first tool: shows it to whoever is through with the survey and has not seen it. Once skipped or seen, never again. */
export default function TourLayout() {
	const { data: user } = useQuery(userQuery);
	const complete = useCompleteTour();
	// At once and also where the server cannot be reached; the server remembers it for other browsers.
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
