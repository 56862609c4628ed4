// Uses the lock API with a client of oapi-codegen: go run . <url> <token>. Prints what it was answered.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"

	"leasehound-openapi/client"
)

const name = "orders/42"

func main() {
	url, token := os.Args[1], os.Args[2]
	ctx := context.Background()
	authorize := client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	})
	api := must(client.NewClientWithResponses(url, authorize))

	waitMs, kind := 0, client.AcquireJSONBodyKindLock
	match, limit := "orders*", "10"
	granted := must(api.AcquireWithResponse(ctx, name, nil, client.AcquireJSONRequestBody{WaitMs: &waitMs})).JSON200
	busy := must(api.AcquireWithResponse(ctx, name, nil, client.AcquireJSONRequestBody{Kind: &kind})).ApplicationproblemJSON423
	inspected := must(api.InspectWithResponse(ctx, name, nil)).JSON200
	page := must(api.ListWithResponse(ctx, &client.ListParams{Match: &match, Limit: &limit})).JSON200
	renewed := must(api.RenewWithResponse(ctx, name, nil, client.RenewJSONRequestBody{Hold: granted.Hold})).JSON200
	released := must(api.ReleaseWithResponse(ctx, name, nil, client.ReleaseJSONRequestBody{Hold: granted.Hold})).JSON200

	holder := "other"
	if inspected.Holders[0].Owner == granted.Owner {
		holder = "found"
	}
	answers := []string{strconv.Itoa(granted.HoldCount), string(busy.Code), holder}
	for _, lock := range page.Locks {
		answers = append(answers, lock.Name)
	}
	isLater := int64(renewed.ValidUntil) > time.Now().UnixMilli()
	answers = append(answers, strconv.FormatBool(isLater), string(released.Outcome))
	must(0, json.NewEncoder(os.Stdout).Encode(answers))
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
