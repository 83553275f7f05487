import { Button } from "@timbre/ui/primitives/button.tsx";
import { useEffect, useRef } from "react";

type ListEndProps = { hasMore: boolean; loading: boolean; onMore: () => void };

/** Loads the next page shortly before the end of the list is reached, or on click. */
export function ListEnd({ hasMore, loading, onMore }: ListEndProps) {
	const ref = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const end = ref.current;
		if (!end || !hasMore || loading) return;
		const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), {
			// The main element scrolls, not the page.
			root: end.closest("main"),
			rootMargin: "600px 0px",
		});
		observer.observe(end);
		return () => observer.disconnect();
	}, [hasMore, loading, onMore]);
	if (!hasMore) return null;
	return (
		<div ref={ref} data-moves-on="true" className="flex justify-center py-6">
			<Button busy={loading} onClick={() => onMore()}>
				Show more
			</Button>
		</div>
	);
}
