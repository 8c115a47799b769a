"""Bot that plays well except for one fault, given as an argument. A file marks that the fault has happened."""
import json
import os
import signal
import sys
import time

fault, marker = sys.argv[1:3]
always = marker == "always"


def once():
    if always:
        return True
    if os.path.exists(marker):
        return False
    open(marker, "w").close()
    return True


def say(message):
    print(json.dumps(message), flush=True)


def do_wrong(said):
    if fault == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif fault == "exits":
        sys.exit("the reason stands here")
    elif fault == "hangs":
        time.sleep(60)
    elif fault == "floods":
        while True:
            print('{"type":"info"}', flush=True)
    elif fault == "talks":
        print("I think I shall play the seven", flush=True)
    elif fault == "array":
        print('["bestaction", 1, "7d"]', flush=True)
    elif fault == "long":
        sys.stdout.write("x" * (2 << 20))
        sys.stdout.flush()
        time.sleep(60)
    elif fault == "closes":
        os.close(1)
        time.sleep(60)
    elif fault == "forks":
        if os.fork() == 0:
            with open(marker, "w") as file:
                file.write(str(os.getpid()))
            time.sleep(60)
        os._exit(0)
    elif fault == "late":
        say({"type": "bestaction", "id": said["id"] - 1, "action": said["frame"]["legal"][0]})
        return True
    elif fault == "chatters":
        sys.stderr.write("so much to say\n" * 50_000)
        return False
    elif fault == "lies":
        say({"type": "bestaction", "id": said["id"], "action": "all of it"})
    return True


for line in sys.stdin:
    said = json.loads(line)
    kind = said["type"]
    if kind == "hello":
        if fault == "mute" and once():
            time.sleep(60)
        games = ["bridge"] if fault == "unwilling" else "*"
        say({"type": "hello", "protocol": 2 if fault == "newer" else 1, "name": fault, "games": games})
    elif kind == "match":
        say({"type": "ready"})
    elif kind == "go" or kind == "refused":
        if kind == "refused" and fault == "lies":
            say({"type": "bestaction", "id": said["id"], "action": "all of it, I said"})
        elif not (kind == "go" and once() and do_wrong(said)):
            say({"type": "bestaction", "id": said["id"], "action": said["frame"]["legal"][0]})
    elif kind == "ping":
        say({"type": "pong"})
    elif kind == "quit":
        break
